import * as fc from "fast-check";
import { z } from "zod";

import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";

import type { Harvest } from "./harvest.ts";
import { meaningfulTexts } from "./meaningful-texts.ts";
import { fromSchema, type Schema } from "./schema-arbitrary.ts";

/** One call of the product, over REST or tRPC, with valid values. */
export interface Call {
  /** `GET /api/ai-tools/{id}` or `tools.get`. */
  name: string;
  /** The part of the product that its ids belong to. */
  slice: string;
  way: "rest" | "query" | "mutation" | "subscription";
  method: string;
  /** Path, with `{id}` in place of a value of the input. */
  path: string;
  input: fc.Arbitrary<unknown>;
  /** The same input with values at their limits and beyond. */
  daring: fc.Arbitrary<unknown>;
  /** The frequency of the call; low for calls that wait for the outside world or hash a password. */
  weight: number;
  /** The documented statuses, with the schema of a JSON body; null for tRPC. */
  replies: ReadonlyMap<number, z.ZodType | null> | null;
}

interface Operation {
  tags: string[];
  operationId: string;
  parameters: { name: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The used parts of the OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, unknown> };
}

const SLOW =
  /autofill|pictures\.check|feeds\.add$|lookup|summar|release-notes$|refreshReleaseNotes|news\/update|fetch|start$|export|login|register|password/iu;
const weightOf = (name: string): number => (SLOW.test(name) ? 3 : 8);

/** Every call of the product: those in the OpenAPI document, and every procedure. */
export function allCalls(document: ApiDocument, harvest: Harvest, addresses: readonly string[]): Call[] {
  return [...restCalls(document, harvest, addresses), ...procedureCalls(harvest, addresses)];
}

function restCalls(
  { paths, components }: ApiDocument,
  harvest: Harvest,
  addresses: readonly string[],
): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => {
      const slice = operation.tags[0] ?? "";
      const name = `${method.toUpperCase()} ${path}`;
      const body = operation.requestBody?.content["application/json"]?.schema ?? {};
      const { properties = {}, required = [] } = resolved(body, components.schemas);
      const { parameters } = operation;
      const schema: Schema = {
        type: "object",
        properties: {
          ...properties,
          ...Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
        },
        required: [
          ...required,
          ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
        ],
      };
      return {
        name,
        slice,
        way: "rest",
        method: method.toUpperCase(),
        path,
        weight: weightOf(name),
        replies: readReplies(operation, components.schemas),
        ...inputsOf(schema, components.schemas, (field) => meaningfulTexts(slice, field, harvest, addresses)),
      };
    }),
  );
}

type TextFor = (field: string) => fc.Arbitrary<string> | undefined;

function inputsOf(schema: Schema | undefined, schemas: Record<string, Schema>, textFor: TextFor) {
  const values = (isDaring: boolean) =>
    schema ? fromSchema(schema, { schemas, textFor, isDaring }) : fc.constant(undefined);
  return { input: values(false), daring: values(true) };
}

const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});

function readReplies(
  { responses }: Operation,
  schemas: Record<string, Schema>,
): ReadonlyMap<number, z.ZodType | null> {
  return new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema;
      return [Number(status), schema ? toZod(schema, schemas) : null];
    }),
  );
}

/** Converts a schema of the document, with references, to zod. */
function toZod(schema: Schema, schemas: Record<string, Schema>): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")));
}

function procedureCalls(harvest: Harvest, addresses: readonly string[]): Call[] {
  return procedureNames.map((name): Call => {
    const { type, input } = getProcedure(name);
    const slice = name.split(".")[0] ?? "";
    const schema = input && readSchema(input);
    return {
      name,
      slice,
      way: type,
      method: type === "mutation" ? "POST" : "GET",
      path: `/trpc/${name}`,
      weight: weightOf(name),
      replies: null,
      ...inputsOf(schema, schema?.$defs ?? {}, (field) => meaningfulTexts(slice, field, harvest, addresses)),
    };
  });
}

const readSchema = (schema: z.ZodType): Schema & { $defs?: Record<string, Schema> } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part that is read of it is what zod writes
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
