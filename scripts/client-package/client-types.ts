import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { type Schemas, toJsonSchema } from "#server/web/rest/json-schema.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { routes } from "#server/web/rest/routes.ts";
import { sentBy } from "#server/web/trpc/trpc.ts";

import { comment, indent, toDeclaration, toType } from "./json-schema-types.ts";

/** A procedure in TypeScript. */
interface Call {
  slice: string;
  name: string;
  type: "query" | "mutation" | "subscription";
  summary: string;
  /** `void` for a procedure without input. */
  input: string;
  /** True if all of the input is optional. */
  hasOptionalInput: boolean;
  /** For a subscription, the data that it sends. */
  output: string;
}

const METHODS = { query: "query", mutation: "mutate", subscription: "subscribe" } as const;

/** The declarations of the typed client: its exports and the types of all procedures, without imports. */
export function clientTypes(): string {
  const named: Schemas = {};
  const calls = procedureNames.map((name) => describeCall(name, named));
  const types = Object.entries(named)
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
  const sent = output && sentBy.get(output);
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
