import type { JsonSchema, Schemas } from "./json-schema.ts";

const ID = "3f1c9a52";
const TIME = "2026-11-25T09:30:00.000Z";

/** Example values by property name, more informative than the type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  abstract: "We show how a team keeps track of the AI landscape.",
  alias: "Whisper AI",
  arXivId: "2401.01234",
  author: "Dan Jurafsky",
  authors: "Ada Lovelace, Grace Hopper",
  capabilities: "Transcribes and translates speech",
  company: "OpenAI",
  content: "Chapter 16 first?",
  currentPassword: "secret-pass",
  displayName: "Ada",
  email: "ada@example.com",
  excerpt: "Whisper runs on our own machine.",
  expiresInDays: 30,
  fileExtension: "png",
  firstName: "Ada",
  folded: "whisper ai",
  importId: "5b2c7f6e-3c1d-4e8a-9f42-1c2d3e4f5a6b",
  industry: "general",
  lastName: "Lovelace",
  message: "Done",
  modality: "audio",
  newPassword: "a better secret",
  note: "It hears well.",
  notes: "Runs on our own machine",
  password: "secret-pass",
  pattern: "0 3 * * *",
  prefix: "slt_4c1a",
  prompt: "Summarise {{transcript}} in five points.",
  purpose: "After meetings",
  q: "speech tag:audio",
  reason: "It hears well.",
  ring: "trial",
  search: "speech",
  spelled: "Whisper AI",
  tags: ["speech"],
  timeZone: "Europe/Berlin",
  timezone: "Europe/Berlin",
  title: "Speech and Language Processing",
  token: "slt_4c1a…",
  toolName: "Whisper",
  topic: "Speech",
  uploadURL: "http://localhost:3000/storage/…",
  use: "Transcribes our meetings",
  userAgent: "curl/8.5",
  username: "ada",
  version: "3.1",
  year: 2026,
};

/** Examples of bodies whose fields depend on each other in ways that the schema doesn't describe. */
const BODIES: Readonly<Record<string, unknown>> = {
  SaveRequest: { url: "https://arxiv.org/abs/2210.03629", note: "For the agents pilot." },
  SavePlanRequest: { url: "https://arxiv.org/abs/2210.03629" },
  ToolImport: { format: "csv", content: "name,company\nWhisper,OpenAI\n", dryRun: true },
  PromptImport: { format: "csv", content: "name,prompt\nMinutes,Summarise {{transcript}}\n", dryRun: true },
  NewPaper: { id: "2401.01234" },
  ReadingImport: { format: "csv", content: "title,author\nEmma,Jane Austen\n", dryRun: true },
};

/** Names of items by schema name. */
const NAMES: readonly [RegExp, string][] = [
  [/Prompt/u, "Minutes"],
  [/Token/u, "Nightly script"],
  [/Job/u, "papers.fetch"],
];

export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  return valueOf(schema, { schemas, names: [] }, "");
}

/** Returns an example body with the required fields and a few optional ones. */
export function bodyExampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const name = nameOf(schema);
  if (name !== undefined && BODIES[name]) return BODIES[name];
  const resolved = name === undefined ? schema : (schemas[name] ?? {});
  const required = resolved.required ?? [];
  const optional = Object.keys(resolved.properties ?? {}).filter(
    (property) => !required.includes(property) && Object.hasOwn(BY_NAME, property),
  );
  const shown = new Set([...required, ...optional.slice(0, Math.max(0, 3 - required.length))]);
  const properties = Object.entries(resolved.properties ?? {}).filter(([property]) => shown.has(property));
  return valueOf(
    { ...resolved, properties: Object.fromEntries(properties) },
    { schemas, names: [name ?? ""] },
    "",
  );
}

interface ExampleContext {
  schemas: Schemas;
  /** Names of the enclosing schemas, outermost first. */
  names: readonly string[];
}

const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice($ref.lastIndexOf("/") + 1);

function valueOf(schema: JsonSchema, within: ExampleContext, property: string): unknown {
  const name = nameOf(schema);
  if (name !== undefined) {
    if (within.names.includes(name)) return null;
    return valueOf(within.schemas[name] ?? {}, { ...within, names: [...within.names, name] }, property);
  }
  if (schema.const !== undefined) return schema.const;
  const known = knownValue(schema, within, property);
  if (known !== undefined) return known;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(bestOf(choices), within, property);
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
  if (type === "object") return objectOf(schema, within);
  if (type === "array") return [valueOf(schema.items ?? {}, within, property.replace(/s$/u, ""))];
  if (type === "string") return textOf(schema, property);
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return false;
  return type === "null" ? null : {};
}

/** Returns the example value for a property's name, if the schema allows it. */
function knownValue(schema: JsonSchema, { names }: ExampleContext, property: string): unknown {
  const value = property === "name" ? nameFor(names.at(-1) ?? "") : BY_NAME[property];
  if (value === undefined) return undefined;
  const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)].flat();
  const type = Array.isArray(value) ? "array" : typeof value === "number" ? "integer" : typeof value;
  const isAllowed = types.includes(type) && (!schema.enum || schema.enum.includes(value));
  return isAllowed ? value : undefined;
}

const nameFor = (schemaName: string): string =>
  NAMES.find(([pattern]) => pattern.test(schemaName))?.[1] ?? "Whisper";

/** Prefers a choice other than null and the empty text. */
const bestOf = (choices: readonly JsonSchema[]): JsonSchema =>
  choices.find(({ type, const: constant }) => type !== "null" && constant !== "") ?? choices[0] ?? {};

const objectOf = (
  { properties = {}, additionalProperties, propertyNames }: JsonSchema,
  within: ExampleContext,
) => {
  const entries = Object.entries(properties).map(([name, inner]) => [name, valueOf(inner, within, name)]);
  if (entries.length > 0 || typeof additionalProperties !== "object") return Object.fromEntries(entries);
  const key = propertyNames?.enum?.[0];
  return typeof key === "string" ? { [key]: valueOf(additionalProperties, within, key) } : {};
};

function textOf({ format, pattern, minLength = 0 }: JsonSchema, property: string): string {
  if (format === "date-time") return TIME;
  if (format === "date") return TIME.slice(0, 10);
  if (format === "uri") return "https://example.com";
  const [, kinds] = /^\^\(([a-z|]+)\):/u.exec(pattern ?? "") ?? [];
  if (kinds !== undefined) return `${kinds.split("|")[0]}:${ID}`;
  if (/(?:^i|I)d$/u.test(property)) return ID;
  if (/url$/iu.test(property)) return "https://example.com";
  return "text".padEnd(minLength, "x");
}
