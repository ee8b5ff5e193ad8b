import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readingsAsBibtex } from "#server/features/export/readings-as-bibtex.ts";
import { readingsAsCsv, readingsAsJson } from "#server/features/export/readings-as-text.ts";
import { columnsOf } from "#shared/import-file.ts";
import { guessColumns, type ImportFormat } from "#shared/import-request.ts";
import { readRow } from "#shared/import-row.ts";
import { READING_IMPORT } from "#shared/reading-import.ts";
import { newReadingSchema, type Reading } from "#shared/readings.ts";

import { readBibtex } from "./read-bibtex.ts";
import { readFile } from "./read-file.ts";

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

function importOf(rows: readonly unknown[]) {
  const mapping = guessColumns(READING_IMPORT.commonHeaders, columnsOf(rows));
  return rows.map((row) => readRow(READING_IMPORT, row, mapping));
}

function fileOf(format: ImportFormat, content: string): unknown[] {
  const reading = readFile(format, content);
  return reading.ok ? reading.rows : [];
}

/** What an import can know: fields that say something. */
function saidBy(reading: Reading) {
  const {
    id: _id,
    userId: _user,
    createdAt: _made,
    updatedAt: _changed,
    revision: _revision,
    ...fields
  } = reading;
  const said = Object.entries(fields).filter(([, value]) => value !== null && String(value).trim() !== "");
  return Object.fromEntries(said);
}

const anyText = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 30 }));

test.each([
  ["csv", readingsAsCsv],
  ["json", readingsAsJson],
] as const)("what is exported as %s is imported as it was", (format, write) => {
  fc.assert(
    fc.property(fc.array(storedReadings(anyText), { minLength: 1, maxLength: 3 }), (readings) => {
      expect(importOf(fileOf(format, write(readings)))).toEqual(
        readings.map((reading) => ({ ok: true, fields: saidBy(reading) })),
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
        expect(importOf(rows)).toEqual(
          readings.map((reading) => ({
            ok: true,
            fields: saidBy({
              ...reading,
              notes: reading.notes?.trim() ?? null,
              author: reading.author === "Eliot, George" ? "George Eliot" : reading.author,
            }),
          })),
        );
      },
    ),
  );
});
