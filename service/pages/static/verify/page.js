// The page of the verifier: takes a record, from a file or of a match here, and says what was found.
// Every sentence stands in the page by its code, in the reader's language.

"use strict";

(() => {
  const form = document.getElementById("verify");
  const verdict = document.getElementById("verdict");
  const sentences = document.getElementById("sentences").content;
  const asked = new URLSearchParams(location.search);
  let looks = 0; // grows with every record: what was asked before is dropped

  // --- words

  function say(code, facts = {}) {
    const text = sentences.querySelector(`[data-code="${code}"]`).textContent;
    return text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
  }

  function made(tag, text = "", name = "") {
    const one = document.createElement(tag);
    one.textContent = text;
    if (name) one.className = name;
    return one;
  }

  function term(code, value, tag = "span") {
    const row = made("div");
    const told = made("dd");
    told.append(made(tag, value, "hash"));
    row.append(made("dt", say(code)), told);
    return row;
  }

  // --- what was found

  function show(name, title, ...parts) {
    verdict.className = name;
    verdict.replaceChildren(made("h2", title), ...parts);
  }

  function tell(report) {
    const facts = { ...report, ...report.fault?.facts, entry: report.fault?.entry };
    if (report.fault) {
      const said = made("p", say(`fault:${report.fault.code}`, facts), "first");
      const code = made("p", say("said:code", { ...facts, code: report.fault.code }), "quiet");
      return show("faulty", say("said:faulty"), said, code, details(report));
    }
    const title = say(report.finished ? "said:sound" : "said:sound_so_far");
    show("sound", title, details(report), made("h3", say("said:unchecked")), unchecked(report));
  }

  function details(report) {
    const rows = made("dl", "", "terms");
    rows.append(
      term("said:match", report.match),
      term("said:entries", report.entries),
      term("said:head", report.head, "code"),
    );
    const shown = report.signatures && !report.fault && !report.unchecked.includes("ed25519");
    if (shown) rows.append(term("said:signatures", report.signatures));
    return rows;
  }

  function unchecked(report) {
    const list = made("ul");
    const facts = { covered: spans(report.covered) };
    list.append(...report.unchecked.map((code) => made("li", say(`unchecked:${code}`, facts))));
    return list;
  }

  // Numbers for people, as `4-7, 12`.
  function spans(numbers) {
    const ends = numbers.filter((one) => !numbers.includes(one + 1));
    const starts = numbers.filter((one) => !numbers.includes(one - 1));
    return starts.map((one, at) => (one === ends[at] ? one : `${one}-${ends[at]}`)).join(", ");
  }

  function refuse(refusal) {
    const facts = refusal.facts ?? {};
    const known = facts.known?.join(", ");
    show("faulty", say("said:no_record"), made("p", say(`refusal:${refusal.code}`, { ...facts, known }), "first"));
  }

  // --- taking a record

  async function check(taken) {
    const mine = ++looks;
    show("busy", say("said:busy"));
    try {
      const data = await taken;
      const text = read(data);
      const report = await verify(text, form.elements.head.value.trim() || null);
      if (mine === looks) tell(report);
    } catch (refusal) {
      if (mine === looks) refuse(refusal instanceof Refused ? refusal : new Refused("unread", {}));
    }
  }

  function read(data) {
    if (!globalThis.crypto?.subtle) throw new Refused("no_crypto", {});
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      throw new Refused("unread", {});
    }
  }

  async function fetched(match) {
    let answer;
    try {
      answer = await fetch(`/api/v1/matches/${encodeURIComponent(match)}/record`, { cache: "no-store" });
    } catch {
      throw new Refused("unreached", {});
    }
    if (!answer.ok) throw new Refused({ 404: "no_match", 409: "not_started" }[answer.status] ?? "unreached", {});
    return answer.arrayBuffer();
  }

  function begin() {
    const file = form.elements.record.files[0];
    if (file) return void check(file.arrayBuffer());
    if (asked.get("match")) check(fetched(asked.get("match")));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  form.elements.record.addEventListener("change", begin);
  form.elements.head.value = asked.get("head") ?? "";
  form.removeAttribute("hidden");
  if (location.protocol !== "file:") begin();
})();
