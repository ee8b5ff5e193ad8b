import { expect, test } from "vitest";

import { UnreadableRow } from "#shared/import-row.ts";

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

test("editors or publishers stand in where no author is named", async () => {
  const rows = await read(
    "@book{a, title={x}, editor={Carol Coburn}}\n@book{b, title={x}, publisher={MIT Press}}",
  );
  expect(rows).toMatchObject([{ author: "Carol Coburn" }, { author: "MIT Press" }]);
});

test("what cannot be read is told for its entry", async () => {
  const deep = `${"{".repeat(8000)}x${"}".repeat(8000)}`;
  const rows = await read(`@book{a, title={x\n@book{b, title=${deep}}\n@book{c,}\n@book{d, title={fine}}`);
  expect(rows.map((row) => (row instanceof UnreadableRow ? row.fault.slice(0, 40) : "read"))).toEqual([
    "The entry a is never closed",
    expect.stringContaining("This entry cannot be read"),
    "This entry cannot be read: it is empty",
    "read",
  ]);
});

test("others get their turn while a large file is read", async () => {
  const text = Array.from(
    { length: 300 },
    (_, i) => `@book{k${i}, title={Title ${i}}, author={A B}, abstract={${"word ".repeat(300)}}}`,
  ).join("\n");
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await readBibtex(text, 300)).toHaveLength(300);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
