// JSON as a record is written: read strictly, and its one canonical text (RFC 8785).
// Objects are Maps, so that names keep their order and none is special.

"use strict";

class Refused extends Error {
  constructor(code, facts) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

const Json = (() => {
  const DEEPEST = 100;
  const MOST_DIGITS = 17; // more than any safe integer has, its sign included
  const SPACE = /[ \t\n\r]*/y;
  const STRING = /"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
  const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
  const WORD = /true|false|null/y;
  const WORDS = { true: true, false: false, null: null };

  function parse(text) {
    const source = { text, at: 0 };
    const value = readValue(source, 0);
    if (source.at < text.length) refuse(source);
    return value;
  }

  function refuse({ text, at }) {
    const before = text.slice(0, at).split("\n");
    throw new Refused("not_json", { line: before.length, column: before.at(-1).length + 1 });
  }

  function take(source, pattern) {
    pattern.lastIndex = source.at;
    const found = pattern.exec(source.text)?.[0];
    if (found !== undefined) source.at += found.length;
    return found;
  }

  function passes(source, mark) {
    take(source, SPACE);
    if (source.text[source.at] !== mark) return false;
    source.at += 1;
    return true;
  }

  function demand(source, mark) {
    if (!passes(source, mark)) refuse(source);
  }

  function readValue(source, depth) {
    if (depth > DEEPEST) refuse(source);
    take(source, SPACE);
    const mark = source.text[source.at];
    const read = { "{": readObject, "[": readList, '"': readString }[mark] ?? readPlain;
    const value = read(source, depth);
    take(source, SPACE);
    return value;
  }

  function readObject(source, depth) {
    const made = new Map();
    demand(source, "{");
    if (passes(source, "}")) return made;
    do {
      take(source, SPACE);
      const at = source.at;
      const name = readString(source);
      if (made.has(name)) refuse({ ...source, at });
      demand(source, ":");
      made.set(name, readValue(source, depth + 1));
    } while (passes(source, ","));
    demand(source, "}");
    return made;
  }

  function readList(source, depth) {
    const made = [];
    demand(source, "[");
    if (passes(source, "]")) return made;
    do made.push(readValue(source, depth + 1));
    while (passes(source, ","));
    demand(source, "]");
    return made;
  }

  function readString(source) {
    const at = source.at;
    const found = take(source, STRING);
    const text = found === undefined ? "" : JSON.parse(found);
    if (found === undefined || !text.isWellFormed()) refuse({ ...source, at });
    return text;
  }

  function readPlain(source) {
    const at = source.at;
    const word = take(source, WORD);
    if (word !== undefined) return WORDS[word];
    const digits = take(source, NUMBER);
    const number = Number(digits);
    const whole = digits !== undefined && digits.length <= MOST_DIGITS && /^-?[0-9]+$/.test(digits);
    if (!whole || !Number.isSafeInteger(number)) refuse({ ...source, at });
    return number + 0; // minus nought is nought
  }

  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (!(value instanceof Map)) return JSON.stringify(value);
    // Texts are ordered by their UTF-16 code units, as the RFC has it.
    const names = [...value.keys()].sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value.get(name))}`).join(",")}}`;
  }

  return { parse, canonical };
})();
