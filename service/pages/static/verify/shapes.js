// The shapes of a record and of its entries: what does not fit is refused by its path.
// Bytes stay in hex, which has one spelling here.

"use strict";

const Shapes = (() => {
  const MOST = Number.MAX_SAFE_INTEGER;
  const HEX = /^(?:[0-9a-f]{2})*$/;

  function wrong(path, wanted) {
    return new Refused("wrong_shape", { path, wanted });
  }

  function scalar(fits, wanted) {
    return (value, path) => {
      if (!fits(value)) throw wrong(path, wanted);
      return value;
    };
  }

  // --- readers

  const whole = scalar((value) => typeof value === "number", "a whole number");
  const text = scalar((value) => typeof value === "string", "a text");
  const flag = scalar((value) => typeof value === "boolean", "true or false");
  const bytes = scalar((value) => typeof value === "string" && HEX.test(value), "bytes in hex");
  const map = scalar((value) => value instanceof Map, "an object");
  const count = from(0);
  const bound = from(1);

  function from(least) {
    const fits = (value) => typeof value === "number" && value >= least;
    return scalar(fits, `a whole number from ${least} to ${MOST}`);
  }

  function oneOf(...known) {
    return scalar((value) => known.includes(value), `one of ${known.join(", ")}`);
  }

  function orNull(read) {
    return (value, path) => (value === null ? null : read(value, path));
  }

  function list(read) {
    return (value, path) => {
      if (!Array.isArray(value)) throw wrong(path, "a list");
      return value.map((one, place) => read(one, `${path}[${place}]`));
    };
  }

  function mapOf(read) {
    return (value, path) => {
      map(value, path);
      value.forEach((one, name) => read(one, `${path}.${name}`));
      return value;
    };
  }

  // What stands in `defaults` may be left out.
  function object(readers, defaults = {}) {
    return (value, path) => {
      map(value, path);
      const known = Object.keys(readers);
      const unknown = [...value.keys()].filter((name) => !known.includes(name)).sort();
      if (unknown.length) throw new Refused("unknown_field", { path: `${path}.${unknown[0]}`, known });
      const missing = known.filter((name) => !value.has(name) && !(name in defaults)).sort();
      if (missing.length) throw new Refused("missing_field", { path: `${path}.${missing[0]}` });
      const made = { ...defaults };
      value.forEach((one, name) => {
        made[name] = readers[name](one, `${path}.${name}`);
      });
      return made;
    };
  }

  // --- a record

  const line = object({ what: text, where: orNull(text), count: whole, each: whole });
  const outcome = object({ reason: text, winners: list(whole), totals: list(whole), lines: list(list(line)) });
  const page = object(
    { public: map, sealed: text, hash: text, salt: orNull(bytes), private: orNull(map) },
    { salt: null, private: null },
  );
  const covered = object({ number: whole, previous: text, hash: text });
  const names = ["number", "previous", "hash"];
  // A covered entry is known by its names; what has neither's names is read as a page, to say what is wrong.
  const shown = (value, path) => {
    const has = (name) => value instanceof Map && value.has(name);
    const whole = ["public", "sealed", "hash"].every(has);
    return (!whole && names.every(has) ? covered : page)(value, path);
  };
  const proof = object({
    submission: whole,
    method: text,
    authority: text,
    path: text,
    content_digest: text,
    idempotency_key: text,
    params: text,
    signature: bytes,
    body: bytes,
  });
  const record = object(
    {
      format: whole,
      match: text,
      game: text,
      rules: text,
      head: text,
      entries: list(shown),
      seed: orNull(bytes),
      outcome: orNull(outcome),
      proofs: list(proof),
    },
    { seed: null, outcome: null, proofs: [] },
  );

  // --- an entry's public part, by its kind

  const draw = object({ counter: count, purpose: text, bound, result: count });
  const common = { number: count, turn: count, previous: bytes, draws: list(draw), kind: text };
  const by = oneOf("person", "plan", "default", "bot");
  const sent = { seat: count, by, submission: orNull(whole), key: orNull(bytes) };
  const unsigned = { key: null };
  const opened = { ...sent, action: map, salt: bytes, commitment: bytes, hidden_commitment: bytes };
  const value = scalar((one) => ["boolean", "number", "string"].includes(typeof one), "a text");
  const played = object({ ...common, ...sent, action: map }, unsigned);
  const PUBLIC = {
    deal: object({
      ...common,
      format: whole,
      game: text,
      rules: text,
      match: text,
      seats: count,
      options: mapOf(value),
      seed_hash: bytes,
      nonces: list(bytes),
    }),
    default: played,
    keys: object({ ...common, seat: count, keys: list(bytes), signed_only: flag }),
    peek: played,
    play: played,
    resolve: object({ ...common, phase: text, actions: list(object(opened, unsigned)) }),
    seat: object({ ...common, seat: count, holder: oneOf("person", "bot") }),
    undo: object({ ...common, ...sent, undoes: count }, unsigned),
  };
  const kind = oneOf(...Object.keys(PUBLIC));

  // --- an entry's private part

  const hidden = { draws: list(draw), told: list(object({ seat: count, event: map })) };
  const acted = object({ ...hidden, action: map });
  const veiled = object({ seat: count, action: map, salt: bytes });
  const PRIVATE = {
    default: acted,
    peek: acted,
    play: acted,
    resolve: object({ ...hidden, actions: list(veiled) }),
  };
  const bare = object(hidden);

  function readPublic(given) {
    return PUBLIC[kind(given.get("kind"), "$.public.kind")](given, "$.public");
  }

  function readPrivate(shown, given) {
    return (PRIVATE[shown.kind] ?? bare)(given, "$.private");
  }

  return { readRecord: (given) => record(given, "$"), readPublic, readPrivate };
})();
