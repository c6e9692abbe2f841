// The checks of what was signed: by a key in force for its seat, with a proof that holds.
// A sealed action is of its whole phase: a key that was in force at any time in it may have signed it.

"use strict";

const Signatures = (() => {
  const NEW = { keys: [], lately: [], signedOnly: false, free: true };

  function claims(shown) {
    if (shown.kind === "resolve") return shown.actions.map((one) => ({ ...one, sealed: true }));
    return "submission" in shown ? [{ ...shown, sealed: false }] : [];
  }

  function signed(sheets) {
    const made = sheets.flatMap((sheet) => claims(sheet.public));
    return new Set(made.filter((claim) => claim.key !== null).map((claim) => claim.submission));
  }

  // --- whose key it is

  function signatures(able) {
    return async (book, sheets) => {
      const shown = new Map(book.proofs.map((proof) => [proof.submission, proof]));
      let rings = new Map();
      for (const [place, sheet] of sheets.entries()) {
        for (const claim of claims(sheet.public)) {
          const ring = rings.get(claim.seat) ?? NEW;
          const code = await doubt(book, claim, ring, shown.get(claim.submission), able);
          if (code) return { entry: place + 1, code, facts: { seat: claim.seat } };
        }
        rings = after(rings, sheet.public);
      }
      return null;
    };
  }

  function after(rings, shown) {
    if (shown.kind === "peek") return rings;
    if (shown.kind === "keys") return new Map(rings).set(shown.seat, changed(rings.get(shown.seat) ?? NEW, shown));
    const kept = [...rings];
    if (shown.kind === "seat") return new Map(kept.filter(([seat]) => seat !== shown.seat));
    return new Map(kept.map(([seat, ring]) => [seat, turned(ring)]));
  }

  function changed(ring, { keys, signed_only: signedOnly }) {
    return { keys, lately: [...ring.lately, ...keys], signedOnly, free: ring.free || !signedOnly };
  }

  function turned(ring) {
    return { ...ring, lately: ring.keys, free: !ring.signedOnly };
  }

  async function doubt(book, claim, ring, proof, able) {
    if (claim.key === null) {
      const free = claim.sealed ? ring.free : !ring.signedOnly;
      return claim.by === "person" && !free ? "unsigned" : null;
    }
    if (!(claim.sealed ? ring.lately : ring.keys).includes(claim.key)) return "unknown_key";
    if (proof === undefined) return book.seed === null ? null : "no_proof";
    const here = proof.path.includes(`/matches/${book.match}/`);
    return here && (await Signing.holds(proof, claim.key, able)) ? null : "wrong_proof";
  }

  // A proof is of something that an entry says was signed, and there is one of each.
  async function strays(book, sheets) {
    const wanted = signed(sheets);
    for (const { submission } of book.proofs) {
      const entry = sheets.length + 1;
      if (!wanted.delete(submission)) return { entry, code: "stray_proof", facts: { submission } };
    }
    return null;
  }

  return { signatures, signed, strays };
})();
