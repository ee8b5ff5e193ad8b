import { expect, test } from "vitest";

import { parseIsbn } from "#shared/readings/isbn.ts";
import { connect } from "#tests/support/connect.ts";

import { readBook } from "./open-library.ts";

const BOOK = {
  title: "Attention",
  authors: ["Ada Lovelace", "Kurt Gödel"],
  publish_date: "March 3, 2021",
  publishers: ["Sea Press"],
  description: "About <b>whales</b>.",
};

test("finds a book by its ISBN in any format", async () => {
  const { books, upstreams } = await connect({ books: { "9780306406157": BOOK } });
  expect(await books.byIsbn('="978-0-306-40615-7"')).toEqual({
    title: "Attention",
    author: "Ada Lovelace, Kurt Gödel",
    year: 2021,
    isbn: "9780306406157",
    publisher: "Sea Press",
    pages: null,
    description: "About whales.",
    subjects: [],
    coverUrl: "https://covers.openlibrary.org/b/id/1-M.jpg",
    url: "https://openlibrary.org/books/OL1M/stub",
  });
  expect(upstreams.openLibrary.hits).toHaveLength(2);
});

test("finds no book for an unknown or invalid ISBN", async () => {
  const { books, upstreams } = await connect();
  expect(await books.byIsbn("9780306406157")).toBeNull();
  expect(await books.byIsbn("9780306406158")).toBeNull();
  expect(upstreams.openLibrary.hits).toHaveLength(1);
});

test("reports an invalid reply", async () => {
  const { books, upstreams } = await connect();
  upstreams.openLibrary.answerAlways({ body: "<html>" });
  await expect(books.byIsbn("9780306406157")).rejects.toThrow("unreadable response");
});

test.each([
  ["0-8044-2957-X", "080442957X"],
  ["978 0 306 40615 7", "9780306406157"],
  ["0306406152", "0306406152"],
  ["0306406153", null],
  ["9790000000000", null],
  ["", null],
  ["whales", null],
])("converts the ISBN %s to %s", (written, expected) => {
  expect(parseIsbn(written)).toBe(expected);
});

const found = (book: unknown) => readBook({ "ISBN:9780306406157": book }, "9780306406157");

test.each([
  [
    { authors: [{ name: "Lovelace, Ada, 1815-1852." }, { name: "Kurt Gödel (1906-1978)" }] },
    "Ada Lovelace, Kurt Gödel",
  ],
  [{ by_statement: "by Ada Lovelace." }, "Ada Lovelace"],
])("reads the author from a catalogue entry: %j", (fields, author) => {
  expect(found({ title: "Notes [electronic resource] /", ...fields })).toMatchObject({
    title: "Notes",
    author,
  });
});

test.each([
  ["c1998", 1998],
  ["©2017", 2017],
  ["[1998?]", 1998],
  ["1st of May, 2004", 2004],
  ["2004-2006", 2004],
  ["20041231", null],
  [1998, 1998],
  ["n.d.", null],
  [null, null],
  [{ value: "1998" }, null],
])("reads the year of %j as %j", (date, year) => {
  expect(found({ title: "A", publish_date: date })).toMatchObject({ title: "A", year });
});

test.each([
  [
    { title: "Book I /", authors: [{ name: "Eve," }] },
    { title: "Book I", author: "Eve" },
  ],
  [
    { title: " Emma :", subtitle: "a novel /" },
    { title: "Emma: a novel", author: "" },
  ],
  [
    { title: "A", authors: [{ name: "Li, Ana" }, { url: "x" }, null, "Bo Ray"] },
    { author: "Ana Li, Bo Ray" },
  ],
  [{ title: "A", authors: { name: "Ana Li" } }, { author: "Ana Li" }],
  [{ title: "A", authors: "Ana Li" }, { author: "Ana Li" }],
  [{ title: "A", authors: 7, by_statement: "by Ana Li." }, { author: "Ana Li" }],
  [{ title: 1984, authors: [] }, { title: "1984" }],
  [{ title: "A", number_of_pages: "300 p." }, { pages: 300 }],
  [
    { title: "A", number_of_pages: 3.5, publishers: ["P", { name: "Q" }] },
    { pages: null, publisher: "P" },
  ],
  [
    { title: "A", cover: "x.jpg", url: 7, subjects: [{ name: null }, "Sea"] },
    { coverUrl: null, url: null, subjects: ["Sea"] },
  ],
  [
    { title: "A", cover: { large: false, medium: "https://a.example/m.jpg" } },
    { coverUrl: "https://a.example/m.jpg" },
  ],
])("accepts a book with unusual fields: %j", (book, expected) => {
  expect(found(book)).toMatchObject(expected);
});
