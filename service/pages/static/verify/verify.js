// Checks a record with nothing but itself, rules apart: the first thing wrong in it.
// Each check looks at the entries before the first fault that is known, so what is reported is the
// lowest entry that is wrong, and the simplest thing wrong with it.

"use strict";

async function verify(text, head = null) {
  const book = Shapes.readRecord(Json.parse(text));
  const able = await Ed25519.able();
  const checks = [
    ...Object.values(Chain.always),
    book.seed === null ? Luck.counters : Luck.luck,
    Signatures.signatures(able),
    Signatures.strays,
  ];
  const first = Chain.read(book);
  let { sheets, fault } = first;
  for (const check of checks) {
    const found = await check(book, sheets);
    if (found && (!fault || found.entry < fault.entry)) {
      fault = found;
      sheets = sheets.slice(0, found.entry - 1);
    }
  }
  return report(book, first.sheets, fault ?? Chain.end(book, head), able);
}

function report(book, sheets, fault, able) {
  const said = Signatures.signed(sheets).size;
  const covered = book.entries.filter((page) => !page.public).map((page) => page.number);
  const unknown = {
    covered: covered.length > 0,
    private_parts: book.entries.some((page) => !page.private),
    luck: book.seed === null,
    rules: true,
    signatures: said > book.proofs.length,
    ed25519: !able && book.proofs.length > 0,
    outcome: book.outcome !== null,
    ending: true,
  };
  return {
    fault,
    entries: book.entries.length,
    head: book.head,
    match: book.match,
    finished: book.outcome !== null,
    unchecked: Object.keys(unknown).filter((code) => unknown[code]),
    signatures: book.proofs.length,
    covered,
  };
}
