// Runs the page's own verifier over many records: a case a line comes in, its answer a line goes out.
// A case with `off` names a check that is turned off for it, as a control.

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const vm = require("node:vm");

const [folder, ...names] = process.argv.slice(2);
for (const name of names) {
  const file = path.join(folder, name);
  vm.runInThisContext(fs.readFileSync(file, "utf8"), file);
}

const verifier = vm.runInThisContext("({ verify, Refused, Chain, Luck, Signatures, Ed25519 })");

async function answer({ text, head, off }) {
  const on = off ? turnOff(...off) : () => {};
  try {
    return await verifier.verify(text, head ?? null);
  } catch (refusal) {
    if (!(refusal instanceof verifier.Refused)) throw refusal;
    return { refusal: refusal.code, facts: refusal.facts };
  } finally {
    on();
  }
}

function turnOff(part, name, made) {
  const owner = part.split(".").reduce((found, one) => found[one], verifier);
  const kept = owner[name];
  const nothing = made === "sync" ? () => null : async () => null;
  owner[name] = made === "maker" ? () => nothing : nothing;
  return () => {
    owner[name] = kept;
  };
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
  }
})();
