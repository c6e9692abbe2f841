// Bytes and what is made of them: hex, SHA-2, HMAC and base64, by the browser's own cryptography.

"use strict";

const Hashes = (() => {
  const encoder = new TextEncoder();

  function bytes(text) {
    return encoder.encode(text);
  }

  function hex(data) {
    return Array.from(new Uint8Array(data), (one) => one.toString(16).padStart(2, "0")).join("");
  }

  function unhex(text) {
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  }

  function joined(...parts) {
    const made = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
    let at = 0;
    for (const part of parts) {
      made.set(part, at);
      at += part.length;
    }
    return made;
  }

  function integer(value, width) {
    return unhex(value.toString(16).padStart(2 * width, "0"));
  }

  function prefixed(part) {
    return joined(integer(part.length, 4), part);
  }

  async function digest(data, name = "SHA-256") {
    return new Uint8Array(await crypto.subtle.digest(name, data));
  }

  async function sha256(data) {
    return hex(await digest(data));
  }

  async function hmacKey(secret) {
    const kind = { name: "HMAC", hash: "SHA-256" };
    // A key of no bytes may not be imported; HMAC fills keys up with noughts, so one is the same.
    const given = secret.length ? secret : new Uint8Array(1);
    return crypto.subtle.importKey("raw", given, kind, false, ["sign"]);
  }

  async function hmac(key, data) {
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
  }

  function base64(data) {
    return btoa(Array.from(data, (one) => String.fromCharCode(one)).join(""));
  }

  function base64url(data) {
    return base64(data).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  return { bytes, hex, unhex, joined, integer, prefixed, digest, sha256, hmacKey, hmac, base64, base64url };
})();
