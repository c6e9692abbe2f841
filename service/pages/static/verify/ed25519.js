// Ed25519 by the browser's own cryptography, for keys and signatures on which no two checkers differ.

"use strict";

const Ed25519 = (() => {
  const NAME = "Ed25519";
  const PRIME = 2n ** 255n - 19n;
  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
  const Y8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
  // The points of small order, by their y: such a key signs whatever you like, and of such an R
  // checkers disagree.
  const SMALL = [0n, 1n, PRIME - 1n, Y8, PRIME - Y8];
  const KEY_BYTES = 32;
  const SIGNATURE_BYTES = 64;
  // RFC 8032, 7.1, test 1: what a browser must say yes to, if it can check at all.
  const KNOWN = {
    key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    signature:
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  };

  function little(data) {
    return BigInt(`0x${Hashes.hex(Uint8Array.from(data).reverse())}`);
  }

  function isPoint(data) {
    if (data.length !== KEY_BYTES) return false;
    const y = little(data) & ((1n << 255n) - 1n);
    return y < PRIME && !SMALL.includes(y);
  }

  async function verify(key, signature, message) {
    if (!isPoint(key) || signature.length !== SIGNATURE_BYTES) return false;
    if (!isPoint(signature.subarray(0, KEY_BYTES))) return false;
    if (little(signature.subarray(KEY_BYTES)) >= ORDER) return false;
    return checked(key, signature, message);
  }

  async function checked(key, signature, message) {
    try {
      const read = await crypto.subtle.importKey("raw", key, { name: NAME }, false, ["verify"]);
      return await crypto.subtle.verify({ name: NAME }, read, signature, message);
    } catch {
      return false; // no point of the curve, or a browser that knows none: see `able`
    }
  }

  function able() {
    return checked(Hashes.unhex(KNOWN.key), Hashes.unhex(KNOWN.signature), new Uint8Array());
  }

  return { able, verify };
})();
