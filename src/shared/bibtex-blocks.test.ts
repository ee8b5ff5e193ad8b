import { expect, test } from "vitest";

import { bibtexBlocks } from "./bibtex-blocks.ts";

const sourcesOf = (text: string) =>
  bibtexBlocks(text).map((block) => (block.ok ? block.source : `! ${block.message}`));

test("entries are parted wherever they stand, with braces inside them and words between them", () => {
  const text = `Written by hand
@book{a, title = {A {B} c}}@misc(b, title = {x) y}) % and
  @ARTICLE {c, author = "D @ E"}`;
  expect(sourcesOf(text)).toEqual([
    "@book{a, title = {A {B} c}}",
    "@misc(b, title = {x) y})",
    '@ARTICLE {c, author = "D @ E"}',
  ]);
  expect(sourcesOf("no entries, me@example.com")).toEqual([]);
});

test("comments and preambles are left out, abbreviations go with the entries that use them", () => {
  const text = `@comment{me}
@preamble{"x"}
@string{acm = {ACM Press}}
@string{ieee = "IEEE"}
@book{a, publisher = ACM # " New York"}
@book{b, title = {acm}}`;
  expect(sourcesOf(text)).toEqual([
    '@string{acm = {ACM Press}}\n@book{a, publisher = ACM # " New York"}',
    "@book{b, title = {acm}}",
  ]);
});

test("an entry that is never closed spoils none of the others", () => {
  expect(sourcesOf("@book{a, title={x}}\n@book{b, title={y\n@book{c, title={z}}")).toEqual([
    "@book{a, title={x}}",
    "! The entry b is never closed",
    "@book{c, title={z}}",
  ]);
});

test("an entry that is too long is told and left out", () => {
  expect(sourcesOf(`@book{a, title={${"x".repeat(30_000)}}}`)).toEqual([
    "! The entry a is too long to be read",
  ]);
});

test.each(["@", "{", "}", "@a{", "\n@a{", "@a{b,\n", "@string{a=", "@a ", "a=", "\n@string{a={b}}", "= "])(
  "half a megabyte of %j does not take for ever",
  (piece) => {
    expect(Array.isArray([...bibtexBlocks(piece.repeat(500_000 / piece.length))])).toBe(true);
  },
);
