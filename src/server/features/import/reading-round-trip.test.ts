import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readingsAsBibtex } from "#server/features/export/readings-as-bibtex.ts";
import { readingsAsCsv, readingsAsJson } from "#server/features/export/readings-as-text.ts";
import { READING_IMPORT } from "#shared/reading-import.ts";
import { newReadingSchema, type Reading } from "#shared/readings.ts";
import { importOf, saidBy } from "#tests/support/round-trip.ts";

import { readBibtex } from "./read-bibtex.ts";
import { rowsOfFile } from "./read-rows.ts";

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

/** Readings as they may be stored: whatever the schema of a new reading lets through. */
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

test.each([
  ["csv", readingsAsCsv],
  ["json", readingsAsJson],
] as const)("what is exported as %s is imported as it was", (format, write) => {
  fc.assert(
    fc.property(fc.array(storedReadings(anyText), { minLength: 1, maxLength: 3 }), (readings) => {
      const rows = rowsOfFile(format, write(readings));
      expect(importOf(READING_IMPORT, rows)).toEqual(
        readings.map((stored) => saidBy(READING_IMPORT, stored)),
      );
    }),
  );
});

const words = (text: string) => text.replaceAll(/[^\S\n]+/gu, " ").trim();
const printable = fc.oneof(nasty, fc.string({ unit: "grapheme-ascii", maxLength: 30 })).map(words);

test("what is exported as BibTeX is imported as it was, but for spaces around lines", async () => {
  const authors = fc.constantFrom(
    "Plato",
    "George Eliot",
    "Eliot, George",
    "Ludwig van Beethoven",
    "Ada Lovelace, Charles Babbage",
    "Ada Lovelace, Charles Babbage, et al.",
    "Marks and Spencer",
    "Simon & Schuster",
    "ACME {R&D}, Inc., 100%",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(storedReadings(printable, authors), { minLength: 1, maxLength: 3 }),
      async (readings) => {
        const rows = await readBibtex(readingsAsBibtex(readings), 10);
        expect(importOf(READING_IMPORT, rows)).toEqual(
          readings.map((reading) =>
            saidBy(READING_IMPORT, {
              ...reading,
              notes: reading.notes?.trim() ?? null,
              author: reading.author === "Eliot, George" ? "George Eliot" : reading.author,
            }),
          ),
        );
      },
    ),
  );
});
