import { parse } from "papaparse";
import { describe, expect, test } from "vitest";

import { readRows } from "#shared/imports/files/file.ts";

import { yearOf } from "./reading-cells.ts";
import { READING_IMPORT } from "./reading-import.ts";
import { guessColumns } from "./request.ts";
import { guessMapping, readRow } from "./row.ts";

const columnsOf = (headers: string) => guessColumns(READING_IMPORT.commonHeaders, headers.split(","));

describe("columns of common files", () => {
  test.each([
    [
      "Goodreads",
      "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Publisher,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review",
      {
        title: "Title",
        author: "Author",
        isbn: "ISBN13",
        year: "Year Published",
        tags: "Bookshelves",
        notes: "My Review",
      },
    ],
    [
      "LibraryThing",
      "Book Id,Title,Primary Author,Secondary Author,Publication,Date,Review,Page Count,Tags,Collections,ISBN,ISBNs,Subjects",
      { title: "Title", author: "Primary Author", year: "Date", isbn: "ISBN", tags: "Tags", notes: "Review" },
    ],
    [
      "StoryGraph",
      "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Star Rating,Review,Tags,Owned?",
      { title: "Title", author: "Authors", isbn: "ISBN/UID", notes: "Review", tags: "Tags" },
    ],
    [
      "BookWyrm",
      "title,author_text,remote_id,openlibrary_key,finna_key,inventaire_id,librarything_key,goodreads_key,bnf_id,viaf,wikidata,asin,aasin,isfdb,isbn_10,isbn_13,oclc_number,start_date,finish_date,stopped_date,rating,review_name,review_cw,review_content,review_published,shelf,shelf_name,date_added",
      { title: "title", author: "author_text", isbn: "isbn_13", notes: "review_content" },
    ],
    [
      "Calibre",
      "authors,author_sort,rating,isbn,identifiers,comments,tags,series,title,cover,title_sort,publisher,pubdate",
      {
        title: "title",
        author: "authors",
        isbn: "isbn",
        notes: "comments",
        tags: "tags",
        year: "pubdate",
      },
    ],
    [
      "German spreadsheets",
      "Titel,Autor,Jahr,Seiten,Thema,Notizen,Schlagwörter",
      {
        title: "Titel",
        author: "Autor",
        year: "Jahr",
        page: "Seiten",
        topic: "Thema",
        notes: "Notizen",
        tags: "Schlagwörter",
      },
    ],
    [
      "French spreadsheets",
      "Titre,Auteur,Année,Sujet,Remarques,Mots-clés",
      {
        title: "Titre",
        author: "Auteur",
        year: "Année",
        topic: "Sujet",
        notes: "Remarques",
        tags: "Mots-clés",
      },
    ],
    [
      "Open Library",
      "Work ID,Title,Authors,First Publish Year,Edition ID,Bookshelf,My Ratings,Date Added",
      { title: "Title", author: "Authors", year: "First Publish Year" },
    ],
    [
      "Libib",
      "item_type,title,creators,first_name,last_name,ean_isbn13,upc_isbn10,publish_date,tags,notes",
      {
        title: "title",
        author: "creators",
        isbn: "ean_isbn13",
        year: "publish_date",
        tags: "tags",
        notes: "notes",
      },
    ],
    [
      "IEEE Xplore",
      "Document Title,Authors,Publication Title,Publication Year,Abstract,DOI,Author Keywords",
      {
        title: "Document Title",
        author: "Authors",
        year: "Publication Year",
        notes: "Abstract",
        tags: "Author Keywords",
      },
    ],
    [
      "Scopus",
      "Authors,Author(s) ID,Title,Year,Source title,Author Keywords,Abstract,Document Type",
      { title: "Title", author: "Authors", year: "Year", tags: "Author Keywords", notes: "Abstract" },
    ],
  ])("of %s are recognised", (_, headers, mapping) => {
    expect(columnsOf(headers)).toEqual(mapping);
  });
});

test.each([
  ["2009", 2009],
  [" 2009.0 ", 2009],
  ["-750", -750],
  ["−44", -44],
  ["2019-03-05T01:00:00+01:00", 2019],
  ["05/03/2019", 2019],
  ["circa 1605, 1615", 1605],
  [1999, 1999],
  ["0101-01-01T00:00:00+00:00", undefined],
  ["0000-00-00", undefined],
  ["some day", undefined],
  ["12345", undefined],
  [null, undefined],
  [{ id: 1001, date: "2019" }, 2019],
  [{ "date-parts": [[800]] }, 800],
  [{ "date-parts": [["2019", 5]] }, 2019],
  [{ raw: "May 1979" }, 1979],
  [{ type: "date", date: { start: "2019-03-05" } }, 2019],
  [{ "date-parts": [[null]] }, undefined],
])("reads the year in %j as %j", (cell, year) => {
  expect(yearOf(cell)).toBe(year);
});

describe("a row", () => {
  const mapping = columnsOf("Title,Author,ISBN,Year,Tags,Notes");
  const read = (row: Record<string, string>) => readRow(READING_IMPORT, row, mapping);
  const imported = (row: Record<string, string>) => {
    const reading = read({ Title: "Emma", Author: "Jane Austen", ...row });
    return reading.ok
      ? { ...reading.fields, notes: reading.notes.map(({ message }) => message) }
      : reading.message;
  };

  test.each([
    [
      "<div>It&rsquo;s <b>great</b> &amp; <i>short</i>.<br><br>Read it.</div>",
      "It’s great & short.\n\nRead it.",
    ],
    ["<p>One.</p>\n<p>Two <a href='https://x.example'>here</a>.</p>", "One.\n\nTwo here."],
    ["<ul><li>A</li><li>B</li></ul>", "- A\n- B"],
    ["<spoiler>He dies.</spoiler> Good.", "He dies. Good."],
    ["List<T> &amp; x < y, a <b> b", "List<T> &amp; x < y, a <b> b"],
    ["Wrap it in <div>…</div> &amp; go.", "Wrap it in <div>…</div> &amp; go."],
  ])("reads notes in HTML as text: %s", (notes, text) => {
    expect(read({ Title: "Emma", Notes: notes })).toMatchObject({ ok: true, fields: { notes: text } });
  });

  test.each([
    ["LeCun, Yann; Bengio, Yoshua; ", "Yann LeCun, Yoshua Bengio"],
    ["Adler, Mortimer J.", "Mortimer J. Adler"],
    ["Google, OpenAI", "Google, OpenAI"],
    ["IBM, MIT", "IBM, MIT"],
    ["Google, IBM", "Google, IBM"],
    ["Smith, J", "J Smith"],
    ["Plato, Aristotle", "Plato, Aristotle"],
    ["Plato, Aristotle, Socrates, Homer", "Plato, Aristotle, Socrates, Homer"],
    ["Google, OpenAI, Meta, and Mistral", "Google, OpenAI, Meta, and Mistral"],
    ["Kahneman, Daniel, 1934-2024", "Daniel Kahneman"],
    ["Smith JA, Doe A", "Smith JA, Doe A"],
    ["Susanna Clarke, Chiwetel Ejiofor", "Susanna Clarke, Chiwetel Ejiofor"],
    ["Ursula K. Le Guin", "Ursula K. Le Guin"],
    ["O'Reilly Media, Inc.", "O'Reilly Media, Inc."],
    ["Smith, J.; W3C", "J. Smith, W3C"],
    ["Smith J, Doe A.", "Smith J, Doe A."],
  ])("puts authors' first names first: %s", (author, expected) => {
    expect(imported({ Author: author })).toMatchObject({ author: expected });
  });

  test("preserves the words of a review without HTML breaks, and the case of tags", () => {
    const row = {
      Title: "Emma",
      Author: "Jane Austen",
      Tags: "Novel, to-read",
      Notes: "Good.<br/><br />Really.",
    };
    expect(read(row)).toEqual({
      ok: true,
      fields: {
        title: "Emma",
        author: "Jane Austen",
        tags: ["Novel", "to-read"],
        notes: "Good.\n\nReally.",
      },
      notes: [],
    });
  });

  test.each([
    ["[2070291340]", { isbn: "2070291340" }],
    ["978-0-14-043954-9", { isbn: "978-0-14-043954-9" }],
    ["9781789131239 (Pod)", { isbn: "9781789131239 (Pod)" }],
    ["[]", {}],
  ])("with the ISBN %s reports %j", (isbn, fields) => {
    const row = { Title: "Emma", Author: "Jane Austen", ISBN: isbn };
    expect(read(row)).toMatchObject({ ok: true, fields, notes: [] });
  });

  test("reports nothing about empty fields", () => {
    const row = { Title: "Emma", Author: "Jane Austen", ISBN: "", Year: "", Tags: " ", Notes: "" };
    expect(read(row)).toEqual({
      ok: true,
      fields: { title: "Emma", author: "Jane Austen" },
      notes: [],
    });
  });

  test("requires a title, and accepts a missing author", () => {
    expect(read({ Title: "", Author: "x" })).toEqual({ ok: false, message: "Title is required" });
    expect(read({ Title: "x" })).toMatchObject({ ok: true, fields: { title: "x" } });
  });

  test("preserves one of several ISBNs and the first authors, and drops an invalid year", () => {
    expect(
      imported({ ISBN: "0140439548 / 978-0-14-043954-9; 9780140439549 and more than fifty characters" }),
    ).toMatchObject({
      isbn: "978-0-14-043954-9",
      notes: ["ISBN partly imported: one of several ISBNs"],
    });
    expect(imported({ Year: "Forthcoming" })).toMatchObject({ notes: ["Year left out: not a year"] });
    expect(imported({ Year: "9999" })).toMatchObject({ notes: ["Year left out: not a year"] });
    const authors = Array.from({ length: 81 }, (_, index) => `Ada Author${index}`).join(", ");
    const { author, notes } = Object(imported({ Author: authors }));
    expect(author).toMatch(/^Ada Author0, .*, Ada Author\d+, et al\.$/u);
    expect(author.length).toBeLessThanOrEqual(200);
    expect(notes).toEqual(["Author cut: longer than 200 characters"]);
  });
});

const HEADER = `"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI","Url","Abstract Note","Date","Pages","Publisher","Editor","Notes","Manual Tags","Automatic Tags"`;

function readings(...lines: string[]) {
  const file = readRows("csv", [HEADER, ...lines].join("\n"), parse);
  if (!file.ok) throw new Error(file.message);
  const rows = READING_IMPORT.prepare?.(file.rows) ?? file.rows;
  const mapping = guessMapping(READING_IMPORT, rows);
  return rows.map((row) => {
    const reading = readRow(READING_IMPORT, row, mapping);
    return reading.ok ? reading.fields : reading.message;
  });
}

test("puts address and abstract of a Zotero export in the notes, with names in natural order", () => {
  const article = `"AB12","journalArticle","2021","Tidewell, Ada; Le Grand, Noé","Listening to whales","Sea Letters","","1234-5678","10.1000/whales","https://sea.example/whales","How whales sound.","2021-03-01","12-19","","","<p>Read twice</p>","sound; sea","Acoustics"`;
  expect(readings(article)).toEqual([
    {
      title: "Listening to whales",
      author: "Ada Tidewell, Noé Le Grand",
      year: 2021,
      page: "12-19",
      tags: ["sound", "sea", "Acoustics"],
      notes: "Read twice\n\nHow whales sound.\nhttps://sea.example/whales\nhttps://doi.org/10.1000/whales",
    },
  ]);
});

test.each([
  [
    "CSL-JSON",
    {
      title: "Foam",
      author: [{ family: "Li", given: "Ana" }, { literal: "W3C" }],
      issued: { "date-parts": [[2019, 5]] },
    },
    { title: "Foam", author: "Ana Li, W3C", year: 2019 },
  ],
  [
    "Zotero",
    {
      title: "Foam",
      creators: [
        { creatorType: "editor", name: "Cy Oh" },
        { creatorType: "author", firstName: "Ana", lastName: "Li" },
      ],
      tags: [{ tag: "sea" }],
      notes: [{ note: "<p>Good</p>" }],
    },
    { title: "Foam", author: "Ana Li", tags: ["sea"], notes: "Good" },
  ],
  [
    "OpenAlex",
    { title: "Foam", authorships: [{ author: { display_name: "Ana Li" } }] },
    { title: "Foam", author: "Ana Li" },
  ],
  [
    "a list of names",
    { title: "Foam", authors: ["Plato", "Ray, Bo"] },
    { title: "Foam", author: "Plato, Bo Ray" },
  ],
  [
    "Google Books",
    {
      title: "Foam",
      industryIdentifiers: [{ type: "ISBN_13", identifier: "9780306406157" }],
      publishedDate: "2010",
    },
    { title: "Foam", isbn: "9780306406157", year: 2010 },
  ],
  [
    "Crossref",
    { title: ["Foam"], URL: "https://doi.org/10.1000/foam", DOI: "10.1000/foam" },
    { title: "Foam", notes: "https://doi.org/10.1000/foam" },
  ],
])("reads a work in the JSON of %s", (_, row, fields) => {
  const rows = READING_IMPORT.prepare?.([row]) ?? [];
  expect(readRow(READING_IMPORT, rows[0], guessMapping(READING_IMPORT, rows))).toMatchObject({
    ok: true,
    fields,
  });
});

test.each([
  ["Knuth, Donald E.", "Daniel Kahneman"],
  ["Li, Ana; Ray, Bo", "Daniel Kahneman"],
  ["Ana Li", "Kahneman, Daniel"],
])("reads Kahneman, Daniel in a column with %s as %s", (other, author) => {
  const given = ["Kahneman, Daniel", "Ana Li, Bo Ray", other].map((one) => ({ title: "Foam", author: one }));
  const rows = READING_IMPORT.prepare?.(given) ?? [];
  const authors = rows.map((row) => readRow(READING_IMPORT, row, guessMapping(READING_IMPORT, rows)));
  expect(authors).toMatchObject([{ fields: { author } }, { fields: { author: "Ana Li, Bo Ray" } }, {}]);
  expect(READING_IMPORT.prepare?.(rows)).toEqual(rows);
});

test("leaves authors in StackLoop's own files unchanged", () => {
  const empty = Object.fromEntries(READING_IMPORT.fields.map((field) => [field, ""]));
  const rows = ["Google, OpenAI", "Knuth, Donald E."].map((author) => ({ ...empty, title: "Foam", author }));
  expect(READING_IMPORT.prepare?.(rows)).toEqual(rows);
});

test.each([
  ["Ana Li", ""],
  ["Ana Li", null],
  [{ family: "Li", given: "Ana" }, { ORCID: "0000-0001" }],
])("reads the named ones of the authors %j and %j", (...author) => {
  const row = { title: "Foam", author };
  const reading = readRow(READING_IMPORT, row, guessMapping(READING_IMPORT, [row]));
  expect(reading).toMatchObject({ ok: true, fields: { author: "Ana Li" }, notes: [] });
});

test("reports authors without a name", () => {
  const row = { title: "Foam", author: [{ id: 1 }] };
  expect(readRow(READING_IMPORT, row, guessMapping(READING_IMPORT, [row]))).toMatchObject({
    ok: true,
    notes: [{ message: "Author left out: not text" }],
  });
});

test.each([
  [
    { title: "Foam", url: "https://sea.example/foam", tags: "a" },
    { title: "Foam", tags: ["a"], notes: "https://sea.example/foam" },
  ],
  [
    { Title: "Foam", Link: "https://sea.example/foam", DOI: "10.1000/foam", Notes: "Good" },
    { title: "Foam", notes: "Good\nhttps://sea.example/foam\nhttps://doi.org/10.1000/foam" },
  ],
  [
    { title: "Foam", source: "a friend", notes: "n" },
    { title: "Foam", notes: "n" },
  ],
  [
    { title: "Foam", url: "https://sea.example/foam", notes: null },
    { title: "Foam", notes: "https://sea.example/foam" },
  ],
  [
    { title: "Foam", url: "https://sea.example/foam", notes: [{ note: "Good" }] },
    { title: "Foam", notes: "Good\nhttps://sea.example/foam" },
  ],
])("puts addresses in the notes: %j", (row, fields) => {
  const rows = READING_IMPORT.prepare?.([row]) ?? [];
  const reading = readRow(READING_IMPORT, rows[0], guessMapping(READING_IMPORT, rows));
  expect(reading).toMatchObject({ ok: true, fields });
  expect(READING_IMPORT.prepare?.(rows)).toEqual(rows);
});

test("puts addresses in the notes, even if some rows have none", () => {
  const rows = ["https://sea.example/foam", "n/a", ""].map((url) => ({ title: "Foam", url }));
  expect(READING_IMPORT.prepare?.(rows)).toEqual([
    { title: "Foam", notes: "https://sea.example/foam" },
    { title: "Foam", url: "n/a" },
    { title: "Foam" },
  ]);
});

test("replaces a missing author with an editor or publisher, and accepts a reading without any", () => {
  const book = `"CD34","book","1999","","Tides","","9780306406157","","","","","1999","","Harbour Press","Nowak, Carla","","",""`;
  const report = `"EF56","report","","","Currents","","","","","","","","","Sea Institute","","","",""`;
  const page = `"GH78","webpage","","","Foam","","","","","https://sea.example/foam","","","","","","","",""`;
  expect(readings(book, report, page)).toEqual([
    { title: "Tides", author: "Carla Nowak", year: 1999, isbn: "9780306406157" },
    { title: "Currents", author: "Sea Institute" },
    { title: "Foam", notes: "https://sea.example/foam" },
  ]);
});

describe.each([4990, 500_000])("authors of %i characters", (length) => {
  test.each([" ", ", ", " and ", "a, b; ", "(1999", ",    ", "A. "])("with %j are read in time", (part) => {
    const row = { title: "Foam", author: `Li${part.repeat(length / part.length)}` };
    const rows = READING_IMPORT.prepare?.([row]) ?? [];
    expect(readRow(READING_IMPORT, rows[0], guessMapping(READING_IMPORT, rows))).toMatchObject({ ok: true });
  });
});

test("reads notes with unclosed tags in one pass", () => {
  const opened = "<".repeat(200_000);
  expect(
    readings(
      `"GH78","book","1999","","Tides","","","","","","","1999","","","","${opened}<p>Read</p>","",""`,
    ),
  ).toMatchObject([{ title: "Tides" }]);
});
