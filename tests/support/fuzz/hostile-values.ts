import * as fc from "fast-check";

/** JSON can't express these: they replace placeholders in the text of a body. */
const RAW_NUMBERS = [
  "1e999",
  "-1e999",
  "1e-999",
  "-0",
  "0.1e1",
  "9007199254740993",
  "123456789012345678901234",
];
const rawMark = (text: string) => `\u{1f4a5}raw:${text}\u{1f4a5}`;

/** The JSON of a value, with numbers that no value can have. */
export const toHostileJson = (value: unknown): string =>
  (JSON.stringify(value) ?? "").replaceAll(/"\u{1f4a5}raw:([^\u{1f4a5}]+)\u{1f4a5}"/gu, "$1");

const NUMBER = fc.oneof(
  fc.constantFrom(0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e300, 5e-324, 0.1, 1_000_000),
  fc.constantFrom(...RAW_NUMBERS.map(rawMark)),
);

const PIECES = [
  "\0",
  "\ud800",
  "\udfff",
  "\u{10ffff}",
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u0301".repeat(30),
  "\u0130",
  "ﬁ",
  "①②⑦",
  "\r\n",
  "\u2028",
  "\u001b[31m",
  " ",
  "'",
  '"',
  "`",
  "\\",
  "%",
  "%00",
  "_",
  ";--",
  "<script>",
  "<!--",
  "]]>",
  "${7*7}",
  "{{7*7}}",
  "{{name}}",
  "../",
  "..\\",
  "javascript:alert(1)",
  "data:text/html,x",
  "=1+1",
  "*",
  "(",
  "-",
  "AND",
  "NEAR(",
  "$x_{1}$",
  "\\emph{",
  "x",
  "tool",
  "e\u0301",
];

const WHOLE = [
  "",
  " ",
  "null",
  "true",
  "NaN",
  "Infinity",
  "1e999",
  "-0",
  "0x10",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31T23:59:60Z",
  "+275760-09-13T00:00:00.001Z",
  "-271821-04-19",
  "2026-11-21T10:00:00.000Z",
  "00000000-0000-0000-0000-000000000000",
];

/** Texts that have broken other programs. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...WHOLE),
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
  fc
    .tuple(fc.constantFrom(...PIECES), fc.constantFrom(64, 101, 257, 2049, 10_001, 60_000))
    .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "id",
  "role",
  "userId",
  "length",
  "",
  "then",
];

/**
 * An object with own keys of such names, including `__proto__`, which a literal would not create as a key.
 */
const withOddNames = (values: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), values), { minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));

const nested = (depth: number, isList: boolean): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
};

/** Any unexpected input. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  NUMBER,
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  withOddNames(hostileText),
  fc.tuple(fc.constantFrom(5, 31, 33, 200), fc.boolean()).map(([depth, isList]) => nested(depth, isList)),
  fc.constantFrom(11, 201, 1001).map((length) => Array.from({ length }, () => "x")),
);

export const oddName: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...NAMES), hostileText);
