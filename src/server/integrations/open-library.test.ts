import { expect, test } from "vitest";

import { parseIsbn } from "#shared/isbn.ts";
import { connect } from "#tests/support/connect.ts";

const BOOK = {
  title: "Attention",
  authors: ["Ada Lovelace", "Kurt Gödel"],
  publish_date: "March 3, 2021",
  publishers: ["Sea Press"],
  description: "About <b>whales</b>.",
};

test("a book is found by its ISBN, however that is written", async () => {
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

test("an unknown book and a wrong number are no book", async () => {
  const { books, upstreams } = await connect();
  expect(await books.byIsbn("9780306406157")).toBeNull();
  expect(await books.byIsbn("9780306406158")).toBeNull();
  expect(upstreams.openLibrary.hits).toHaveLength(1);
});

test("a broken answer is told", async () => {
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
])("%s as an ISBN is %s", (written, expected) => {
  expect(parseIsbn(written)).toBe(expected);
});
