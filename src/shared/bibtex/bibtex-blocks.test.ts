import { expect, test } from "vitest";

import { bibtexBlocks } from "./bibtex-blocks.ts";

const read = (text: string) =>
  bibtexBlocks(text).map((block) => (block.ok ? Object.fromEntries(block.fields) : block.message));

test("finds entries anywhere, with braces inside and words between", () => {
  const text = `Written by hand
@book{a, title = {A {B} c}}@misc(b, title = {x) y}) % and
  @ARTICLE {c, author = "D @ {"}E", Year=1999 , note = {}, title={x}}`;
  expect(read(text)).toEqual([
    { title: "A {B} c" },
    { title: "x) y" },
    { author: 'D @ {"}E', year: "1999", note: "", title: "x" },
  ]);
  expect(read("no entries, me@example.com")).toEqual([]);
});

test("drops comments and preambles, and resolves abbreviations and #", () => {
  const text = `@comment{me}
@preamble{"x"}
@string{acm = {ACM Press}}
@string(ieee = "IEEE " # acm)
@book{a, publisher = ACM # " New York", title = ieee, date = jan # "~2020"}
@book{b, title = {acm}}`;
  expect(read(text)).toEqual([
    { publisher: "ACM Press New York", title: "IEEE ACM Press", date: "January~2020" },
    { title: "acm" },
  ]);
});

test("limits abbreviations that double each other", () => {
  const doubled = Array.from({ length: 60 }, (_, at) => `@string{a${at + 1} = a${at} # a${at}}`).join("\n");
  const [fields] = read(`@string{a0 = "words"}\n${doubled}\n@book{a, title = a60 ${"# a60".repeat(1000)}}`);
  expect(JSON.stringify(fields).length).toBeLessThan(6000);
});

test("inherits missing fields of a part from its whole, wherever that is", () => {
  const text = `@inproceedings{a, title = {Part}, author = {A}, crossref = {Whole}}
@proceedings{whole, title = {Whole}, editor = {E}, year = 2020, keywords = {k}, author = {W}}`;
  expect(read(text)[0]).toMatchObject({
    title: "Part",
    author: "A",
    booktitle: "Whole",
    editor: "E",
    year: "2020",
  });
  expect(read(text)[0]).not.toHaveProperty("keywords");
});

test("shares common data among entries, and does not list it", () => {
  const text = `@xdata{press, publisher = {P}, year = 2001}
@xdata{more, xdata = {press}, isbn = {1}}
@book{a, title = {x}, year = 2002, xdata = {more, unknown}}`;
  expect(read(text)).toMatchObject([{ title: "x", year: "2002", isbn: "1", publisher: "P" }]);
});

test("reads entries that inherit from each other in a cycle", () => {
  const text =
    "@book{a, title={x}, crossref={b}}\n@book{b, year=1, crossref={a}}\n@book{c, title={z}, crossref={c}}";
  expect(read(text)).toMatchObject([{ title: "x", year: "1" }, { year: "1", title: "x" }, { title: "z" }]);
});

test("parses its own output to the same result", () => {
  const text =
    '@string{p = "P"}\n@book{a, publisher = p # { {\\"U}x}, title = {T}, crossref = {b}}\n@book{b, year = 1}';
  const sources = bibtexBlocks(text).map(({ source }) => source);
  expect(read(sources.join("\n"))).toMatchObject([
    { publisher: 'P {\\"U}x', title: "T", year: "1" },
    { year: "1" },
  ]);
});

test("isolates an unclosed entry, or one with invalid fields", () => {
  expect(
    read('@book{a, title={x}}\n@book{b, title={y\n@book{c, = , {x}, title={z}, note "n", year=2}'),
  ).toEqual([{ title: "x" }, "The entry b is never closed", { title: "z", year: "2" }]);
});

test("reports and skips an entry that is too long", () => {
  expect(read(`@book{a, title={${"x".repeat(200_000)}}}`)).toEqual(["The entry a is too long to be read"]);
});

test.each([
  "@",
  "{",
  "}",
  "@a{",
  "\n@a{",
  "@a{b,\n",
  "@string{a=",
  "@a ",
  "a=",
  "\n@string{a={b}}",
  "= ",
  "@a{b,c=#",
  "\n@a{b,xdata={b,c,b},crossref=c}",
  "\n@xdata{a,xdata={a,b,c}}",
  "@a{b, c = d # ",
])("handles half a megabyte of %j in time", (piece) => {
  expect(Array.isArray(read(piece.repeat(500_000 / piece.length)))).toBe(true);
});

test("limits the inheritance of thousands of chapters from one book", () => {
  const note = "n".repeat(100_000);
  const chapters = Array.from({ length: 1000 }, (_, i) => `@inbook{c${i}, title={${i}}, crossref={b}}`);
  const blocks = bibtexBlocks(`${chapters.join("\n")}\n@book{b, note={${note}}}`);
  const notes = blocks.flatMap((block) => (block.ok ? (block.fields.get("note") ?? []) : []));
  expect(blocks).toHaveLength(1001);
  expect(notes.length).toBeGreaterThan(1);
  expect(notes.join("").length).toBeLessThan(3_000_000);
});
