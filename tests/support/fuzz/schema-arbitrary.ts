import * as fc from "fast-check";

import { hostileText } from "./hostile-values.ts";

/** The part of JSON Schema that the product's own schemas use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
}

interface Surroundings {
  /** The targets of `$ref`, by the last part. */
  schemas: Record<string, Schema>;
  /** Texts with a meaning for a field, such as ids from the server. */
  textFor(field: string): fc.Arbitrary<string> | undefined;
  /** True for values at or just beyond the limits, or unusual ones; otherwise nearly all can pass. */
  isDaring: boolean;
}

/** The longest text that reaches a limit; longer ones are left to the fuzzer of holds. */
const LONGEST_TEXT = 12_000;
const MAX_ITEMS = 4;

/** An unspecified value is a row of a file. */
const ROW = fc.record(
  Object.fromEntries(
    ["name", "prompt", "title", "author", "tags", "notes"].map((name) => [name, fc.lorem({ maxCount: 2 })]),
  ),
);

/** Values of a JSON Schema. */
export function fromSchema(schema: Schema, around: Surroundings, field = ""): fc.Arbitrary<unknown> {
  const of = (part: Schema, name = field) => fromSchema(part, around, name);
  if (schema.$ref !== undefined) return of(around.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => of(part)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  if (schema.type === "string") return text(schema, around, field);
  if (schema.type === "integer" || schema.type === "number") return wholeNumber(schema, around);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array") return fc.array(of(schema.items ?? {}), { maxLength: MAX_ITEMS });
  if (schema.type === "object") return object(schema, around);
  return fc.oneof(ROW, around.textFor(field) ?? hostileText, fc.jsonValue({ maxDepth: 2 }));
}

function object(schema: Schema, around: Surroundings): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  const named = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, fromSchema(part, around, name)]),
    ),
    { requiredKeys: required, noNullPrototype: true },
  );
  if (propertyNames === undefined || typeof additionalProperties !== "object") return named;
  const names = fromSchema(propertyNames, around).map(String);
  return fc.dictionary(names, fromSchema(additionalProperties, around), { maxKeys: MAX_ITEMS });
}

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.emailAddress(),
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
};

function text(schema: Schema, { textFor, isDaring }: Surroundings, field: string): fc.Arbitrary<string> {
  const { format = "", minLength = 0, maxLength = 200 } = schema;
  const atBounds = [minLength - 1, minLength, maxLength, maxLength + 1]
    .filter((length) => length >= 0 && length <= LONGEST_TEXT)
    .map((length) => "x".repeat(length));
  const ordinary = FORMATS[format] ?? fc.lorem({ maxCount: 4 });
  return fc.oneof(
    { arbitrary: textFor(field) ?? ordinary, weight: isDaring ? 4 : 60 },
    { arbitrary: hostileText, weight: isDaring ? 2 : 1 },
    { arbitrary: fc.constantFrom(...atBounds, ""), weight: isDaring ? 1 : 0 },
  );
}

function wholeNumber({ minimum = -1_000_000, maximum = 1_000_000 }: Schema, { isDaring }: Surroundings) {
  return fc.oneof(
    { arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }), weight: 2 },
    // Numbers near the minimum are valid often, such as the first revision of an item.
    { arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 2) }), weight: 2 },
    { arbitrary: fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1, 1.5), weight: isDaring ? 1 : 0 },
  );
}
