// What a page does besides: it changes in place, counts down, and looks again while it waits.
// Nothing here is needed: every link and form works by itself.

const FIRST_LOOK = 3_000; // milliseconds
const LAST_LOOK = 30_000;
const SLOWER = 1.4;

let looks = 0; // grows with every change of the page: what was asked before is dropped
let timer = 0;
let shown = ""; // the page that is seen, whichever place of it

// --- changing in place

async function change(address, options = {}, remember = true) {
  const mine = ++looks;
  clearTimeout(timer);
  const main = document.querySelector("main");
  main.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { cache: "no-store", ...options });
    const text = await answer.text();
    if (mine === looks) show(text, remember ? address : null);
  } catch {
    leave(address, options);
  }
}

function leave(address, options) {
  // The network failed. For a link the browser says so; what was to be sent can be sent again.
  if (!options.method) return location.assign(address);
  document.querySelector("main").removeAttribute("aria-busy");
  for (const form of document.forms) delete form.dataset.sent;
  const lost = document.querySelector("[data-lost]");
  lost?.removeAttribute("hidden");
  lost?.setAttribute("role", "alert");
  lost?.scrollIntoView({ block: "nearest" });
}

function show(text, address, receipt = null) {
  const found = new DOMParser().parseFromString(text, "text/html");
  const fresh = found.querySelector("main");
  if (!fresh) return location.reload();
  // What a receipt says stays to be read when the others go on.
  if (receipt) fresh.querySelector("h1")?.after(receipt);
  const at = focused();
  const message = unsent();
  const opened = [...document.querySelectorAll("main details[open]")].map((one) => one.className);
  document.querySelector("main").replaceWith(document.adoptNode(fresh));
  document.title = found.title;
  for (const name of opened) document.querySelector(`main details.${name}`)?.setAttribute("open", "");
  const box = document.getElementById("message");
  if (box && !box.value) box.value = message;
  if (address && address !== location.href) history.pushState({ swapped: true }, "", address);
  refocus(at);
  attend();
}

function unsent() {
  // A message half written outlives whatever else is done on the page; one that was sent does not.
  const box = document.getElementById("message");
  return box && !("sent" in box.form.dataset) ? box.value : "";
}

function focused() {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  return { id: one.id, spot: one.dataset?.spot, box: one.closest(".slim, .broad")?.className };
}

function refocus(at) {
  if (!at) return;
  const spot = at.spot && document.querySelector(`.${at.box} [data-spot="${CSS.escape(at.spot)}"]`);
  const one = spot || (at.id && document.getElementById(at.id)) || announced();
  one?.focus({ preventScroll: true });
}

function announced() {
  // What was clicked is gone: on to what became of it.
  const kinds = ["[role=alert]", ".receipt", ".preview", "h1"];
  const one = kinds.map((kind) => document.querySelector(`main ${kind}`)).find(Boolean);
  one?.setAttribute("tabindex", "-1");
  if (one?.matches(".receipt, [role=alert]")) one.scrollIntoView({ block: "nearest" });
  return one;
}

function here(address) {
  return new URL(address, location.href).href;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.spot, a[data-swap]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  change(here(link.getAttribute("href")));
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-swap]");
  if (!form) return;
  event.preventDefault();
  const said = new URLSearchParams(new FormData(form, event.submitter));
  form.dataset.sent = "";
  const address = new URL(form.getAttribute("action"), location.href);
  if (form.method === "post") return void change(address.href, { method: "POST", body: said });
  address.search = said;
  change(address.href);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-step]")) event.target.form.requestSubmit();
});

addEventListener("popstate", () => {
  // A link within the page comes here too: it leads to a place in what is shown already.
  if (page() !== shown) change(location.href, {}, false);
});

function page() {
  return location.href.split("#")[0];
}

// --- the time that is left

function countDown() {
  for (const one of document.querySelectorAll("[data-left]")) {
    one.textContent = said(new Date(one.dataset.left) - Date.now());
  }
}

function said(left) {
  const tongue = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const minutes = Math.max(0, Math.floor(left / 60_000));
  if (minutes < 120) return tongue.format(minutes, "minute");
  if (minutes < 48 * 60) return tongue.format(Math.floor(minutes / 60), "hour");
  return tongue.format(Math.floor(minutes / 1440), "day");
}

// --- looking again

function attend() {
  document.documentElement.classList.add("enhanced");
  shown = page();
  countDown();
  clearTimeout(timer);
  if (document.querySelector("[data-wait]")) wait(FIRST_LOOK, looks);
}

function wait(pause, mine) {
  timer = setTimeout(() => look(pause, mine), pause);
}

async function look(pause, mine) {
  if (document.hidden) return; // it goes on when the page is seen again
  const mark = document.querySelector("[data-wait]")?.dataset.wait;
  const headers = mark ? { "If-None-Match": `W/"${mark}"` } : {};
  try {
    const answer = await fetch(location.href, { cache: "no-store", headers });
    const text = answer.status === 304 ? "" : await answer.text();
    if (mine !== looks) return;
    if (text && !busy()) return show(text, null, document.querySelector("main .receipt"));
  } catch {
    // The network comes back, or the link "Look again" tells.
  }
  if (mine === looks) wait(Math.min(pause * SLOWER, LAST_LOOK), mine);
}

function busy() {
  // Somebody who writes, or weighs what an action would do, is not interrupted.
  const filling = document.activeElement?.closest("main :is(.ways, .plan, .talk) form");
  return Boolean(filling) || document.querySelector("main .preview") !== null;
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) attend();
});

setInterval(countDown, 30_000);
attend();
