import { expect, test } from "vitest";

import { UnreadableRow } from "#shared/imports/row.ts";

import { readBibtex } from "./read-bibtex.ts";

const read = (text: string) => readBibtex(text, 100);

test("an entry becomes a reading, its LaTeX becomes text", async () => {
  const [row] = await read(`@book{knuth,
    author = {Knuth, Donald E. and von Helmholtz, Hermann and {Open AI} and others},
    title = {The {\\TeX}book of \\emph{caf\\'es} \\& $x^2$, a < b},
    date = {1984-05}, isbn = {0-201-13447-0}, pages = {1--20},
    keywords = {typesetting, R\\&D; ai},
    note = {First.\\par Second.}, doi = {10.1000/a_b}, url = {https://example.com/a_b?c=%20d}
  }`);
  expect(row).toEqual({
    title: "The TeXbook of cafés & x², a < b",
    author: "Donald E. Knuth, Hermann von Helmholtz, Open AI, et al.",
    year: "1984-05",
    isbn: "0-201-13447-0",
    topic: "",
    page: "1–20",
    tags: ["typesetting", "R&D", "ai"],
    notes: "First.\n\nSecond.\nhttps://example.com/a_b?c=%20d\nhttps://doi.org/10.1000/a_b",
    imageUrl: "",
  });
});

test.each([
  ["editors", "editor={Coburn, Carol}, publisher={P}", "Carol Coburn"],
  ["organizations", "organization={{W3C} and friends}", "W3C and friends"],
  ["institutions", "institution={MIT}", "MIT"],
  ["publishers", "publisher={MIT Press}", "MIT Press"],
  ["nobody", "", ""],
])("where no author is named: %s", async (_, fields, author) => {
  expect(await read(`@book{a, title={x}, ${fields}}`)).toMatchObject([{ author }]);
});

test("a subtitle belongs to the title, a part to what it is a part of", async () => {
  const rows = await read(`@inbook{a, title={Part}, subtitle={One}, crossref={b}}
    @book{b, title={Whole}, author={A B}, date={2001-05-03}}
    @periodical{c, booktitle={Journal}, booksubtitle={of things}}`);
  expect(rows).toMatchObject([
    { title: "Part: One", author: "A B", year: "2001-05-03" },
    { title: "Whole" },
    { title: "Journal: of things" },
  ]);
});

test("a year that is none stays readable in the notes, a page of the web keeps its address", async () => {
  const rows = await read(`@book{a, title={x}, year={Forthcoming}, note={n}}
    @misc{b, title={x}, year={in press}, howpublished={\\url{https://example.com/~a\\_b}}}
    @online{c, title={x}, date={2020-01-02}, url={https://example.com/c}}`);
  expect(rows).toMatchObject([
    { year: "", notes: "Forthcoming\nn" },
    { year: "", notes: "in press\nhttps://example.com/~a_b" },
    { year: "2020-01-02", notes: "https://example.com/c" },
  ]);
});

test.each([
  ["9780201134476 0201134489", "9780201134476"],
  ["0-201-13448-9, 978-0-201-13447-6", "978-0-201-13447-6"],
  ["978-0-201-13447-0 (hardback) and 0-201-13448-9", "0-201-13448-9"],
  ["0-201-13448-9", "0-201-13448-9"],
  ["none", "none"],
])("of the ISBNs in %j one is kept: %s", async (isbn, kept) => {
  expect(await read(`@book{a, title={x}, isbn={${isbn}}}`)).toMatchObject([{ isbn: kept }]);
});

test("of a thousand authors the first are read", async () => {
  const authors = Array.from({ length: 1000 }, (_, at) => `Last${at}, {\\'E}mile`).join(" and ");
  const [row] = await read(`@article{a, title={x}, author={${authors}}}`);
  expect(row).toMatchObject({ author: expect.stringMatching(/^Émile Last0, .*, Émile Last59, et al\.$/u) });
});

test("what cannot be read is told for its entry", async () => {
  const rows = await read("@book{a, title={x\n@book{b,}\n@book{c, title={fine}}");
  expect(rows.map((row) => (row instanceof UnreadableRow ? row.error : "read"))).toEqual([
    "The entry a is never closed",
    "This entry is empty",
    "read",
  ]);
});

test.each([
  ["title", "~"],
  ["author", "~"],
  ["author", "{}"],
  ["title", "\\a "],
  ["note", "$x^2$ "],
  ["note", "\\emph{"],
  ["title", "\\'"],
  ["url", "\\"],
  ["keywords", "{\\'a},"],
])(
  "more LaTeX in a %s than anybody writes (%j) loses its commands and holds up nobody",
  async (field, piece) => {
    const entry = (text: string) => `@book{a, ${field}={${text}}, year={2001}}`;
    const [row] = await read(entry(piece.repeat(29_000 / piece.length)));
    expect(row instanceof UnreadableRow || row).toMatchObject(
      row instanceof UnreadableRow ? {} : { year: "2001" },
    );
  },
);

test("a long text, which is read in pieces, is the text that a whole one is", async () => {
  const piece = "A {\\em quite long} note, by Ren\\'e and {\\L}ukasz: $x^2$ -- or ``so''.\n\n";
  const [row] = await read(`@book{a, title={x}, note={${piece.repeat(100)}}}`);
  const text = "A quite long note, by René and Łukasz: x² – or “so”.";
  expect(row).toMatchObject({ notes: Array.from({ length: 100 }, () => text).join("\n\n") });
});

test.each([
  ["Smith, John", "John Smith"],
  ["Knuth, Jr., Donald  E. and others", "Donald E. Knuth Jr., et al."],
  ["Jean-Paul Sartre and O'Neil, Tom", "Jean-Paul Sartre, Tom O'Neil"],
  ['{The Team, Inc.} and M{\\"u}ller, H.', "The Team, Inc., H. Müller"],
])("the names of %j are %j", async (author, names) => {
  expect(await read(`@book{a, title={x}, author={${author}}}`)).toMatchObject([{ author: names }]);
});
