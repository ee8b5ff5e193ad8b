import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { writeAsText } from "#server/kernel/exports/text-writers.ts";
import { planImport } from "#server/kernel/imports/import-plan.ts";
import { parseFileRows } from "#server/kernel/imports/read-rows.ts";
import { READING_IMPORT } from "#shared/imports/reading-import.ts";
import { foldName } from "#shared/kernel/text-rules.ts";
import { EMPTY_READING, newReadingSchema, type Reading, UNKNOWN_AUTHOR } from "#shared/readings/readings.ts";
import { readImport, filledFields } from "#tests/support/round-trip.ts";

import { readBibtex } from "./read-bibtex.task.ts";
import { authorKey, readingRules, readingsAsBibtex, readingsAsText } from "./readings.data.ts";

const nasty = fc.constantFrom(
  '="0440238145"',
  "=1+1",
  "'=x",
  '"',
  "a, b",
  "R&D 100% $5 #1 a_b ~ ^ \\n {x",
  "}} @book{a,",
  "x -- y --- ``q''",
  "<b>a</b> < b > c &lt; <",
  "\\textless{} \\emph{x} $x^2$",
  "é 😀 Zażółć",
);
const tag = (text: fc.Arbitrary<string>) => text.filter((value) => !/[;,]/u.test(value));

/** Storable readings: anything that the schema of a new reading allows. */
const storedReadings = (text: fc.Arbitrary<string>, author = text) =>
  fc
    .record({
      title: text,
      author,
      year: fc.option(fc.integer({ min: -5000, max: 2100 })),
      isbn: fc.option(text),
      topic: fc.option(text),
      page: fc.option(text),
      tags: fc.array(tag(text), { maxLength: 4 }),
      notes: fc.option(fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"))),
      imageUrl: fc.option(
        fc.constantFrom("/public-objects/logos/a.png", "https://a.example/l_1.svg?x=1%20&y#z"),
      ),
    })
    .map((reading) => newReadingSchema.safeParse(reading).data)
    .filter((reading) => reading !== undefined)
    .map((reading): Reading => ({
      ...reading,
      id: "1",
      userId: "1",
      createdAt: "2026-11-21T10:00:00.000Z",
      updatedAt: "2026-11-21T10:00:00.000Z",
      revision: 1,
    }));

const anyText = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 30 }));

test.each(["csv", "json"] as const)("imports an export as %s unchanged", (format) => {
  fc.assert(
    fc.property(fc.array(storedReadings(anyText), { minLength: 1, maxLength: 3 }), (readings) => {
      const rows = parseFileRows(format, writeAsText(readingsAsText, format, readings));
      expect(readImport(READING_IMPORT, rows)).toEqual(
        readings.map((stored) => filledFields(READING_IMPORT, stored)),
      );
    }),
  );
});

// Hard cases for LaTeX, spreadsheets and the order of names.
const odd = fc.constantFrom(
  "a  b   c",
  "x -- y --- ``q'' ... it's",
  "\\textless{} \\emph{x} $x^2$ \\\\{} {}",
  "Andre\u0301 Zażółć 😀 ﬁn\u00a0x",
  "{OpenAI} and {others}",
  "K\u0308hn, 日本語",
  "a, b; c",
  "a &amp; b",
);
const oddText = fc.oneof(odd, nasty, fc.string({ unit: "grapheme", maxLength: 30 }), anyText);
const oddAuthor = fc.oneof(
  oddText,
  fc.constantFrom(
    UNKNOWN_AUTHOR,
    "Plato",
    "Eliot, George",
    "van Beethoven,  Ludwig",
    "Lovelace, Ada; Babbage, Charles",
    "Ada Lovelace, Charles Babbage, et al.",
    "King, Jr., Martin Luther",
    "Marks and Spencer",
    "Simon & Schuster",
    "others",
    "ACME {R&D}, Inc., 100%",
    "JOHN SMITH and jane doe",
  ),
);
const isbn = fc.constantFrom("978-0-201-13447-6", "0201134489 0-201-13447-0", "none");
const oddReadings = fc.uniqueArray(
  fc
    .tuple(storedReadings(oddText, oddAuthor), fc.option(isbn))
    .map(([reading, number]) => ({ ...reading, isbn: number ?? reading.isbn })),
  { minLength: 1, maxLength: 4, selector: ({ title, author }) => `${foldName(title)} ${authorKey(author)}` },
);

const rowsFrom = (format: "bibtex" | "csv" | "json", readings: readonly Reading[]) => {
  if (format === "bibtex") return readBibtex(readingsAsBibtex(readings), 100);
  return parseFileRows(format, writeAsText(readingsAsText, format, readings));
};

/** Plans the import of rows into a list of readings. */
function planOf(rows: readonly unknown[], readings: readonly Reading[]) {
  const read = readImport(READING_IMPORT, rows).map((reading) => ({ name: null, reading }));
  return planImport(read, readings, {
    ...readingRules.rules,
    now: new Date(0),
    createItem: (fields, createdAt) => ({
      ...EMPTY_READING,
      id: "2",
      userId: "1",
      revision: 1,
      ...fields,
      createdAt,
      updatedAt: createdAt,
    }),
  });
}

describe.each(["bibtex", "csv", "json"] as const)("a reading list exported as %s", (format) => {
  test("changes nothing when imported again, and recreates the list in an empty workspace", () => {
    fc.assert(
      fc.property(oddReadings, (readings) => {
        const rows = rowsFrom(format, readings);
        const again = planOf(rows, readings);
        expect(again.rows.map(({ outcome, message }) => [outcome, message])).toEqual(
          readings.map(() => ["skipped", "No changes"]),
        );
        // In an empty workspace, all readings are new and equal to the originals.
        const elsewhere = planOf(rows, []);
        expect(elsewhere.added).toHaveLength(readings.length);
        const back = planOf(rowsFrom(format, elsewhere.added), readings);
        expect(back.rows.map(({ outcome }) => outcome)).toEqual(readings.map(() => "skipped"));
      }),
      { numRuns: 300 },
    );
  });
});
