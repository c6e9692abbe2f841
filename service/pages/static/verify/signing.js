// One signed request: RFC 9421 with Ed25519, over the parts that we agreed on, in their plain spelling.

"use strict";

const Signing = (() => {
  const TAG = "moai-post";
  const COVERED = ["@method", "@authority", "@path", "content-digest", "idempotency-key"];
  const REQUIRED = ["created", "keyid", "tag"];
  const KNOWN = [...REQUIRED, "alg", "expires"];
  const DIGESTS = { "sha-256": "SHA-256", "sha-512": "SHA-512" };
  const NAME = String.raw`[a-z*][a-z0-9_.*-]*`;
  const STRING = String.raw`"(?:[ !#-\[\]-~]|\\["\\])*"`;
  const WHOLE = String.raw`-?(?:0|[1-9][0-9]{0,14})`;
  const PARAMS = new RegExp(
    String.raw`^\(((?:${STRING}(?: ${STRING})*)?)\)((?:;${NAME}=(?:${STRING}|${WHOLE}))*)$`,
  );
  const PARAMETER = new RegExp(`;(${NAME})=(${STRING}|${WHOLE})`, "g");
  const DIGEST = new RegExp(`^(${NAME})=:([A-Za-z0-9+/]*={0,2}):$`);
  const { base64, base64url, bytes, digest, joined, unhex } = Hashes;

  // --- reading

  function readParams(text) {
    const found = PARAMS.exec(text);
    if (!found) return null;
    const pairs = [...found[2].matchAll(PARAMETER)].map(([, name, value]) => [name, bare(value)]);
    const named = new Map(pairs);
    const covered = (found[1].match(new RegExp(STRING, "g")) ?? []).map(bare);
    return named.size === pairs.length ? { covered, named, text } : null;
  }

  function bare(value) {
    return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : Number(value);
  }

  function fit({ covered, named }) {
    const names = [...named.keys()];
    const times = ["created", "expires"].filter((name) => named.has(name));
    return (
      [...covered].sort().join("\n") === [...COVERED].sort().join("\n") &&
      REQUIRED.every((name) => named.has(name)) &&
      names.every((name) => KNOWN.includes(name)) &&
      times.every((name) => typeof named.get(name) === "number") &&
      named.get("tag") === TAG &&
      (named.get("alg") ?? "ed25519") === "ed25519"
    );
  }

  // --- judging

  async function thumbprint(key) {
    const jwk = new Map([["crv", "Ed25519"], ["kty", "OKP"], ["x", base64url(unhex(key))]]);
    return base64url(await digest(bytes(Json.canonical(jwk))));
  }

  async function digestFits(field, body) {
    const seen = new Set();
    for (const one of field.split(", ")) {
      const [, name, given] = DIGEST.exec(one) ?? [];
      if (!Object.hasOwn(DIGESTS, name ?? "") || seen.has(name)) return false;
      if (base64(await digest(body, DIGESTS[name])) !== given) return false;
      seen.add(name);
    }
    return true;
  }

  function base(params, proof) {
    const values = [proof.method, proof.authority, proof.path, proof.content_digest, proof.idempotency_key];
    const lines = params.covered.map((name) => `"${name}": ${values[COVERED.indexOf(name)]}`);
    return bytes([...lines, `"@signature-params": ${params.text}`].join("\n"));
  }

  // Whether this proof holds by this key; without `able` all but the signature itself is looked at.
  async function holds(proof, key, able) {
    const params = readParams(proof.params);
    if (!params || !fit(params)) return false;
    if (params.named.get("keyid") !== (await thumbprint(key))) return false;
    if (!(await digestFits(proof.content_digest, unhex(proof.body)))) return false;
    return !able || Ed25519.verify(unhex(key), unhex(proof.signature), base(params, proof));
  }

  return { holds };
})();
