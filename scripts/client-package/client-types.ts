import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { type Schemas, toJsonSchema, type JsonSchema } from "#server/web/rest/json-schema.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { routes } from "#server/web/rest/routes.ts";
import { streamMessages } from "#server/web/trpc/trpc.ts";

/** Description of a procedure in TypeScript. */
interface Call {
  slice: string;
  name: string;
  type: "query" | "mutation" | "subscription";
  summary: string;
  /** `void` for a procedure without input. */
  input: string;
  hasOptionalInput: boolean;
  /** For a subscription, the data that it sends. */
  output: string;
}

const METHODS = { query: "query", mutation: "mutate", subscription: "subscribe" } as const;

/** Returns the declarations of the typed client: its exports and the types of all procedures, without imports. */
export function clientTypes(): string {
  const namedSchemas: Schemas = {};
  const calls = procedureNames.map((name) => describeCall(name, namedSchemas));
  const types = Object.entries(namedSchemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => toDeclaration(name, schema));
  return indent(
    [
      readFileSync(join(import.meta.dirname, "base.d.ts"), "utf8")
        .replace(/^\/\/ oxlint.*\n/u, "")
        .replaceAll(/^ +(?!\*)/gmu, ""),
      ...types,
      '/** The input of every procedure, by its names: `RouterInputs["tools"]["add"]`. */',
      `export interface RouterInputs ${bySlice(calls, ({ name, input }) => `${name}: ${input};`)}`,
      "/** The output of every procedure; of a subscription, what it sends. */",
      `export interface RouterOutputs ${bySlice(calls, ({ name, output }) => `${name}: ${output};`)}`,
      "/** All calls of a server. */",
      `export interface StackloopClient ${bySlice(calls, clientCall)}`,
      `interface Procedures ${bySlice(calls, routerProcedure)}`,
      "",
    ].join("\n"),
  );
}

function describeCall(path: string, named: Schemas): Call {
  const [slice = "", name = ""] = path.split(".");
  const { type, input, output } = getProcedure(path);
  const sent = output && streamMessages.get(output);
  const route = routes.find(({ procedure }) => procedure === path);
  const outputType = output ? typeOf(sent?.item ?? output, "output", named) : "unknown";
  return {
    slice,
    name,
    type,
    summary: route?.summary ?? "",
    input: input ? typeOf(input, "input", named) : "void",
    hasOptionalInput: !input || input.safeParse({}).success,
    output: sent?.isTracked ? `Tracked<${outputType}>` : outputType,
  };
}

function typeOf(schema: z.ZodType, io: "input" | "output", named: Schemas): string {
  if (schema instanceof z.ZodVoid) return "void";
  return toType(toJsonSchema(schema, io, named, ""));
}

function bySlice(calls: readonly Call[], toLine: (call: Call) => string): string {
  const slices = Map.groupBy(calls, ({ slice }) => slice);
  const parts = [...slices].map(
    ([slice, own]) => `${slice}: {\n${own.map((call) => toLine(call)).join("\n")}\n};`,
  );
  return `{\n${parts.join("\n")}\n}`;
}

function clientCall({ slice, name, type, summary, hasOptionalInput, input }: Call): string {
  const at = `["${slice}"]["${name}"]`;
  const isOptional = hasOptionalInput ? "?" : "";
  const parameter = input === "void" ? "input?: undefined" : `input${isOptional}: RouterInputs${at}`;
  const forSubscriber = parameter
    .replace("?: ", ": undefined | ")
    .replace(": undefined | undefined", ": undefined");
  const signature =
    type === "subscription"
      ? `(${forSubscriber}, subscriber: Subscriber<RouterOutputs${at}>): Subscription`
      : `(${parameter}, options?: CallOptions): Promise<RouterOutputs${at}>`;
  return `${comment(summary)}${name}: { ${METHODS[type]}${signature} };`;
}

function routerProcedure({ slice, name, type, input, hasOptionalInput }: Call): string {
  const at = `["${slice}"]["${name}"]`;
  const inputType = hasOptionalInput && input !== "void" ? `RouterInputs${at} | void` : `RouterInputs${at}`;
  const outputType = type === "subscription" ? `AsyncIterable<RouterOutputs${at}>` : `RouterOutputs${at}`;
  return `${name}: Procedure<"${type}", ${inputType}, ${outputType}>;`;
}

const KNOWN_KEYS = new Set(
  `$ref $schema $defs type const enum properties required additionalProperties propertyNames items anyOf oneOf
   description default format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum minItems
   maxItems title examples`.split(/\s+/u),
);

const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** Converts a schema to a TypeScript type. References become the names of types. */
function toType(schema: JsonSchema): string {
  const unknown = Object.keys(schema).find((key) => !KNOWN_KEYS.has(key));
  if (unknown !== undefined)
    throw new Error(`JSON Schema's ${unknown} has no type yet: ${JSON.stringify(schema)}`);
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(toType));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => toType({ ...schema, type })));
  if (schema.type === "array") {
    const item = toType(schema.items ?? {});
    return isUnion(schema.items ?? {}) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object") return toObject(schema);
  return refType(schema.pattern) ?? TYPES[schema.type ?? ""] ?? "unknown";
}

/** A reference to an item or topic, such as `tool:ID`. */
function refType(pattern: string | undefined): string | undefined {
  const [, kinds] = /^\^\(?([a-z|]+)\)?:/u.exec(pattern ?? "") ?? [];
  return kinds && `\`\${${union(kinds.split("|").map((kind) => JSON.stringify(kind)))}}:\${string}\``;
}

const isUnion = ({ enum: values, anyOf, oneOf, type }: JsonSchema): boolean =>
  [values, anyOf, oneOf, type].some((list) => Array.isArray(list) && list.length > 1);

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function toObject(schema: JsonSchema): string {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (!properties && typeof additionalProperties === "object") {
    const key = propertyNames ? toType(propertyNames) : "string";
    const record = `Record<${key}, ${toType(additionalProperties)}>`;
    return key === "string" || required.length > 0 ? record : `Partial<${record}>`;
  }
  const lines = Object.entries(properties ?? {}).map(([name, property]) => {
    const isRequired = required.includes(name);
    const key = /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
    const type = toType(property);
    return `${comment(property.description)}${key}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`;
  });
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n}`;
}

/** Returns the declaration of a named type. */
function toDeclaration(name: string, schema: JsonSchema): string {
  const type = toType(schema);
  const text = type.startsWith("{\n") ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${comment(schema.description)}export ${text}`;
}

/** Returns a doc comment with a line break after it, or an empty string. */
const comment = (text: string | undefined): string =>
  text === undefined || text === "" ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;

/** Indents lines by the braces around them. */
function indent(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const closes = line.startsWith("}");
      if (closes) depth -= 1;
      const indented = "  ".repeat(depth) + line;
      if (line.endsWith("{")) depth += 1;
      return indented;
    })
    .join("\n");
}
