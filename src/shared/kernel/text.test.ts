import { describe, expect, test } from "vitest";
import { z } from "zod";

import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { wholeNumber } from "#shared/kernel/text.ts";

const NOT_NUMBERS = [
  true,
  false,
  [],
  [5],
  ["5"],
  {},
  "",
  " ",
  " 5",
  "5 ",
  "+5",
  "0x10",
  "0b1",
  "1e2",
  "5.0",
  "5.5",
  "1_000",
  "1,000",
  "٥",
  "５",
  "Infinity",
  "NaN",
  "five",
  5.5,
  Number.NaN,
  new Date(5),
];

const accepts = (schema: z.ZodType, name: string, input: unknown) =>
  schema.safeParse({ name: "x", [name]: input }).success;

describe("a whole number", () => {
  test("is accepted as a number or in decimal digits", () => {
    const schema = wholeNumber(z.int().min(-10).max(500));
    expect([5, "5", "-7", "007"].map((input) => schema.parse(input))).toEqual([5, 5, -7, 7]);
  });

  test.each(NOT_NUMBERS)("rejects %j", (input) => {
    expect(accepts(newTokenSchema, "expiresInDays", input)).toBe(false);
    expect(accepts(pageRequestSchema, "limit", input)).toBe(false);
  });
});
