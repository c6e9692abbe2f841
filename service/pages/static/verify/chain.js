// The checks of the chain and of what entries say of each other: each finds the first fault, or none.

"use strict";

const Chain = (() => {
  const NAMES = { missing_field: "missing_part", unknown_field: "unknown_part" };
  const START = "0".repeat(64);
  const FORMAT = 1;
  const TURNING = ["play", "default", "resolve", "undo", "covered"];
  const { bytes, joined, unhex, sha256 } = Hashes;
  const { canonical } = Json;

  // --- shape

  function read(book) {
    const sheets = [];
    for (const [place, page] of book.entries.entries()) {
      try {
        sheets.push(sheet(page));
      } catch (refusal) {
        if (!(refusal instanceof Refused)) throw refusal;
        const { path, wanted } = refusal.facts;
        const facts = wanted === undefined ? { path } : { path, wanted };
        return { sheets, fault: { entry: place + 1, code: NAMES[refusal.code] ?? "bad_shape", facts } };
      }
    }
    return { sheets, fault: sheets.length ? null : { entry: 1, code: "no_deal", facts: {} } };
  }

  function sheet(page) {
    if (!page.public) return { page, public: { kind: "covered", ...page, draws: [] }, private: null, open: false };
    const shown = Shapes.readPublic(page.public);
    const hidden = page.private === null ? null : Shapes.readPrivate(shown, page.private);
    return { page, public: shown, private: hidden, open: page.salt !== null && hidden !== null };
  }

  async function numbers(_book, sheets) {
    for (const [place, { public: shown }] of sheets.entries()) {
      const entry = place + 1;
      if (shown.number !== entry) return { entry, code: "wrong_number", facts: { number: shown.number } };
      if ((entry === 1) !== (shown.kind === "deal")) {
        return { entry, code: entry === 1 ? "no_deal" : "second_deal", facts: {} };
      }
    }
    return null;
  }

  // --- the chain

  async function chain(_book, sheets) {
    let previous = START;
    for (const [place, { page, public: shown }] of sheets.entries()) {
      const fault = (code) => ({ entry: place + 1, code, facts: {} });
      if (shown.previous !== previous) return fault("wrong_previous");
      // A covered entry's hash is held by the entry after it, which names it.
      const whole = new Map([["public", page.public], ["sealed", page.sealed]]);
      if (page.public && (await sha256(bytes(canonical(whole)))) !== page.hash) return fault("wrong_hash");
      previous = page.hash;
    }
    return null;
  }

  function salted(salt, value) {
    return sha256(joined(unhex(salt), bytes(canonical(value))));
  }

  async function seals(book, sheets) {
    for (const [place, { page, open }] of sheets.entries()) {
      const fault = (code) => ({ entry: place + 1, code, facts: {} });
      if ((page.salt === null) !== (page.private === null)) return fault("half_open");
      if (!open && book.seed !== null) return fault("withheld");
      if (open && (await salted(page.salt, page.private)) !== page.sealed) return fault("wrong_seal");
    }
    return null;
  }

  async function commitments(book, sheets) {
    for (const [place, { public: shown, private: hidden }] of sheets.entries()) {
      if (shown.kind !== "resolve") continue;
      const fault = (code, seat) => ({ entry: place + 1, code, facts: { seat } });
      const made = (one) => salted(one.salt, [book.match, shown.phase, one.seat, one.action]);
      for (const one of shown.actions) {
        if ((await made(one)) !== one.commitment) return fault("wrong_commitment", one.seat);
      }
      for (const [at, one] of (hidden?.actions ?? []).entries()) {
        const beside = shown.actions[at];
        if (beside && (await made(one)) !== beside.hidden_commitment) {
          return fault("wrong_hidden_commitment", beside.seat);
        }
      }
    }
    return null;
  }

  // --- what the public parts say of each other

  async function header(book, sheets) {
    if (!sheets.length) return null;
    const fault = (code, facts) => ({ entry: 1, code, facts });
    if (book.format !== FORMAT) return fault("unknown_format", { format: book.format, known: FORMAT });
    const field = ["format", "match", "game", "rules"].find((name) => sheets[0].public[name] !== book[name]);
    return field === undefined ? null : fault("header", { field });
  }

  async function turns(_book, sheets) {
    let expected = 0;
    for (const [place, { public: shown }] of sheets.entries()) {
      if (TURNING.includes(shown.kind)) expected += 1;
      const facts = { turn: shown.turn, expected };
      if (shown.kind !== "covered" && shown.turn !== expected) return { entry: place + 1, code: "wrong_turn", facts };
    }
    return null;
  }

  // A seat takes back its own steps from the end; whatever else happens closes that way.
  // Past a covered entry it cannot be known which steps are left to take back.
  async function undos(_book, sheets) {
    let back = [];
    let known = true;
    for (const [place, { public: shown }] of sheets.entries()) {
      if (shown.kind === "covered") {
        back = [];
        known = false;
      } else if (shown.kind === "undo") {
        if (!known && !back.length) continue;
        const step = back.pop();
        if (step?.number !== shown.undoes || step.seat !== shown.seat) {
          return { entry: place + 1, code: "wrong_undo", facts: { undoes: shown.undoes } };
        }
      } else if (shown.kind === "play") {
        back = back.filter((step) => step.seat === shown.seat);
        back.push({ number: place + 1, seat: shown.seat });
      } else if (shown.kind !== "keys") {
        back = [];
        known = true;
      }
    }
    return null;
  }

  // --- the end

  // Whatever the rules: who wins has a seat, and each seat has a total of its own.
  function fits({ winners, totals, lines }, seats) {
    const seated = winners.every((seat) => seat >= 0 && seat < seats) && new Set(winners).size === winners.length;
    return seated && totals.length === seats && lines.length === seats;
  }

  function end(book, head) {
    const beyond = book.entries.length + 1;
    const hashes = book.entries.map((page) => page.hash);
    if (book.outcome !== null && book.seed === null) return { entry: 1, code: "seed_missing", facts: {} };
    const seats = book.entries[0].public?.get("seats");
    if (book.outcome !== null && !fits(book.outcome, seats)) {
      return { entry: beyond - 1, code: "strange_outcome", facts: { seats } };
    }
    if (book.head !== hashes.at(-1)) return { entry: beyond, code: "wrong_head", facts: {} };
    if (head && !hashes.includes(head)) return { entry: beyond, code: "unknown_head", facts: { head } };
    return null;
  }

  return { read, always: { numbers, chain, seals, commitments, header, turns, undos }, end };
})();
