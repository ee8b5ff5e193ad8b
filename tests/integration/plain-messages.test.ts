import { expect, test } from "vitest";
import { z } from "zod";

import { toolsTable } from "#server/web/mcp/tools-table.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";

/** Jargon of the library, and values as code. */
const JARGON =
  /invalid (?:input|option|string|type|key|element|union|format|uuid|url|email|iso)|expected\b(?! format)|received|too (?:small|big)|unrecognized|undefined|nonoptional|discriminator|zod|regex|pattern|>=|<=|\[object/iu;

const PLAIN = [true, 5, -1, 1.5, 1e12, "", " ", "x", "0x10", "\u0000", "x".repeat(20_000), null, [], {}];
const BAD: readonly unknown[] = [
  ...PLAIN,
  ...PLAIN.map((value) => [value]),
  ...PLAIN.map((value) => ({ unknown: value })),
  ...["section", "filter", "kind", "ref", "stance", "date", "url", "title"].flatMap((name) =>
    PLAIN.flatMap((value) => [{ [name]: value }, [{ [name]: value }]]),
  ),
  ...["tools", "papers", "search"].flatMap((section) =>
    PLAIN.flatMap((value) => [
      { section, filter: value },
      { section, filter: { search: value, show: value, from: value, kind: value, toolId: value } },
    ]),
  ),
];

/** A value of each field, combined with the others. */
const inputsOf = (names: readonly string[]): unknown[] => [
  undefined,
  ...BAD,
  ...names.flatMap((name) => BAD.map((value) => ({ [name]: value }))),
];

const messagesOf = (schema: z.ZodType, names: readonly string[]): string[] =>
  inputsOf(names).flatMap(
    (input) => schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [],
  );

const inputs = [
  ...procedureNames.flatMap((name) => {
    const { input, inputNames } = getProcedure(name);
    return input ? [[name, input, inputNames] as const] : [];
  }),
  ...toolsTable.map(({ name, input }) => [`MCP ${name}`, input, Object.keys(input.shape)] as const),
];

test("finds many calls with an input", () => {
  expect(inputs.length).toBeGreaterThan(70);
});

test.each(inputs)("describes an invalid input of %s in plain words", (_name, schema, names) => {
  const messages = [...new Set(messagesOf(schema, names))];
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter((message) => JARGON.test(message) || message.length > 300)).toEqual([]);
});
