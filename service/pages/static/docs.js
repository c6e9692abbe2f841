// The documentation's own: an operation is sent as its form says, and its answer is shown.
// Nothing here is needed to read: the forms are hidden until this runs.

const KEPT = ["ETag", "Retry-After", "Content-Language", "Location", "Deprecation", "Sunset", "X-Request-ID"];

for (const one of document.querySelectorAll("[data-try]")) one.removeAttribute("hidden");

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-path]");
  if (!form) return;
  event.preventDefault();
  send(form);
});

async function send(form) {
  const said = form.querySelector(".answered");
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const answer = await fetch(address(form), { ...request(form), cache: "no-store", credentials: "omit" });
    show(said, answer, await told(answer));
  } catch (fault) {
    said.replaceChildren(paragraph("", `No answer came: ${fault.message}`));
  }
  button.disabled = false;
}

function given(form, place) {
  const fields = [...form.querySelectorAll(`[data-in="${place}"]`)];
  return fields.filter((one) => one.value).map((one) => [one.name, one.value]);
}

function address(form) {
  const named = Object.fromEntries([["match", value("match")], ...given(form, "path")]);
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(named[name] ?? ""));
  const query = new URLSearchParams(given(form, "query")).toString();
  return query ? `${path}?${query}` : path;
}

function request(form) {
  const headers = new Headers(given(form, "header"));
  const token = value("token");
  if (token && "token" in form.dataset) headers.set("Authorization", `Bearer ${token}`);
  const body = form.elements.body?.value.trim();
  if (body) headers.set("Content-Type", "application/json");
  return { method: form.dataset.method, headers, ...(body ? { body } : {}) };
}

function value(id) {
  return document.getElementById(id).value.trim();
}

async function told(answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (kind.startsWith("image/png")) return `A picture of ${(await answer.blob()).size} bytes.`;
  const text = await answer.text();
  if (!kind.includes("json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(said, answer, text) {
  const status = paragraph(`code code-${String(answer.status)[0]}`, String(answer.status));
  const lines = KEPT.filter((name) => answer.headers.has(name)).map((name) => `${name}: ${answer.headers.get(name)}`);
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", "The answer");
  pre.textContent = [...lines, "", text].join("\n").trim();
  said.replaceChildren(status, pre);
}

function paragraph(name, text) {
  const made = document.createElement("p");
  const part = document.createElement("span");
  part.className = name;
  part.textContent = text;
  made.append(part);
  return made;
}
