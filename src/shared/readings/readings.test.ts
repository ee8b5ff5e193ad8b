import { describe, expect, test } from "vitest";

import { parseTagText } from "#shared/fields/field-schemas.ts";

import { matchesReadingFilter, topicsOf } from "./reading-filter.ts";
import { EMPTY_READING, newReadingSchema, type Reading } from "./readings.ts";

const reading = (fields: Partial<Reading> = {}): Reading => ({
  ...EMPTY_READING,
  id: "1",
  title: "Middlemarch",
  author: "George Eliot",
  year: 1871,
  topic: "Novels",
  tags: ["Victorian", "provincial life"],
  notes: "Read with Ada",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  userId: "u",
  revision: 1,
  ...fields,
});

describe("the fields of a reading", () => {
  const issuesOf = (fields: object) =>
    newReadingSchema
      .safeParse({ title: "a", author: "b", ...fields })
      .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

  test("need a title and an author; the rest is optional", () => {
    expect(issuesOf({ title: " ", author: "" })).toEqual([
      "title: Title is required",
      "author: Author is required",
    ]);
    expect(newReadingSchema.parse({ title: " a ", author: "b" })).toEqual({
      title: "a",
      author: "b",
      year: null,
      isbn: null,
      topic: null,
      page: null,
      tags: [],
      notes: null,
      imageUrl: null,
    });
  });

  test.each([-5000, 0, 1999, 2100, null])("accept the year %s", (year) => {
    expect(newReadingSchema.parse({ title: "a", author: "b", year }).year).toBe(year);
  });

  test.each([-5001, 2101, 1999.5, Infinity, NaN, "1999"])("refuse the year %s", (year) => {
    expect(issuesOf({ year })).toEqual(["year: Year must be a whole number from -5000 to 2100"]);
  });

  test("validate the cover like other images", () => {
    expect(issuesOf({ imageUrl: "cover.png" })).toEqual(["imageUrl: Please enter a valid URL or file path"]);
    expect(issuesOf({ imageUrl: "/public-objects/logos/a.png" })).toBeUndefined();
  });
});

test("split tags at commas, trimmed, without empty and repeated ones", () => {
  expect(parseTagText(" ml, deep learning ,, ML,ml,")).toEqual(["ml", "deep learning", "ML"]);
  expect(parseTagText(" , ")).toEqual([]);
});

test.each([
  ["", true],
  ["  middle ", true],
  ["ELIOT", true],
  ["novel", true],
  ["with ada", true],
  ["provincial", true],
  ["1871", false],
])("searches title, author, topic, notes and tags for '%s'", (search, isFound) => {
  expect(matchesReadingFilter(reading(), { search, topic: null })).toBe(isFound);
});

test("shows only the readings of a topic, in any case", () => {
  const filter = { search: "", topic: "Novels" };
  expect(matchesReadingFilter(reading({ topic: "novels" }), filter)).toBe(true);
  expect(matchesReadingFilter(reading({ topic: "Novels of 1900" }), filter)).toBe(false);
  expect(matchesReadingFilter(reading({ topic: null }), filter)).toBe(false);
});

test("lists all present topics once, sorted", () => {
  const topics = ["Maths", "biology", null, "maths", "Art", "Biology"].map((topic) => ({ topic }));
  expect(topicsOf(topics)).toEqual(["Art", "biology", "Maths"]);
});
