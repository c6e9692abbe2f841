// The checks of luck: the published hash is the seed's, and every draw is what seed and nonces give.

"use strict";

const Luck = (() => {
  const SPAN = 1n << 64n;
  const { bytes, hmac, hmacKey, integer, joined, prefixed, sha256, unhex } = Hashes;

  function wrong(entry, code, { counter, purpose }) {
    return { entry, code, facts: { counter, purpose } };
  }

  // Without the seed: the public draws follow each other, each below its bound.
  async function counters(_book, sheets) {
    let least = 0;
    for (const [place, { public: shown }] of sheets.entries()) {
      for (const draw of shown.draws) {
        if (draw.counter < least || draw.result >= draw.bound) return wrong(place + 1, "wrong_counter", draw);
        least = draw.counter + 1;
      }
    }
    return null;
  }

  async function luck(book, sheets) {
    const deal = sheets[0]?.public;
    if (deal?.kind !== "deal") return null;
    const fault = (code, facts = {}) => ({ entry: 1, code, facts });
    if ((await sha256(unhex(book.seed))) !== deal.seed_hash) return fault("wrong_seed");
    const given = deal.nonces.length;
    if (given !== deal.seats) return fault("wrong_nonces", { seats: deal.seats, given });
    return draws(await mix(book.seed, deal.nonces), deal.match, sheets);
  }

  async function mix(seed, nonces) {
    const parts = nonces.map((nonce) => prefixed(unhex(nonce)));
    return hmacKey(await hmac(await hmacKey(unhex(seed)), joined(...parts)));
  }

  async function draws(key, match, sheets) {
    let next = 0;
    for (const [place, sheet] of sheets.entries()) {
      for (const draw of inOrder(sheet)) {
        const made = await drawn(key, match, next, draw);
        if (made.counter !== draw.counter || made.result !== draw.result) {
          return wrong(place + 1, "wrong_draw", draw);
        }
        next = made.counter + 1;
      }
    }
    return null;
  }

  function inOrder({ public: shown, private: hidden }) {
    return [...shown.draws, ...(hidden?.draws ?? [])].sort((one, other) => one.counter - other.counter);
  }

  // A number past the last whole multiple of the bound is rejected, and the next counter tried.
  async function drawn(key, match, first, { purpose, bound }) {
    const limit = SPAN - (SPAN % BigInt(bound));
    for (let counter = first; ; counter += 1) {
      const message = joined(prefixed(bytes(match)), integer(counter, 8), bytes(purpose));
      const number = new DataView((await hmac(key, message)).buffer).getBigUint64(0);
      if (number < limit) return { counter, result: Number(number % BigInt(bound)) };
    }
  }

  return { counters, luck };
})();
