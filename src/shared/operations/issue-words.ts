import type { z } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a web address",
  uuid: "a UUID",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T10:00:00Z",
  time: "a time of day such as 10:00",
};

const ABBREVIATIONS = new Set(["ai", "id", "ids", "isbn", "url"]);

/**
 * Describes a field's error for users if its schema has no message of its own. Set with `z.config({ customError:
 * formatIssue })`.
 */
export const formatIssue: z.core.$ZodErrorMap = (issue) => {
  const field = formatField(issue.path ?? []);
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${field} is required`;
      return `${field} must be ${kindOf(issue.expected, issue.inst)}${issue.input === null ? ", not null" : ""}`;
    case "invalid_value":
      return formatChoice(field, issue.input, issue.values);
    case "invalid_format":
      return `${field} must be ${FORMATS[issue.format] ?? "in the expected format"}`;
    case "too_small":
      return isText(issue.origin) && issue.minimum === 1
        ? `${field} is required`
        : `${field} must ${formatLimit(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `${field} must ${formatLimit(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    case "not_multiple_of":
      return `${field} must be a multiple of ${String(issue.divisor)}`;
    case "unrecognized_keys":
      return formatUnknown(issue);
    case "invalid_union":
      return formatUnion(field, issue);
    case "invalid_key":
      return issue.issues[0]?.message ?? `${field} has an invalid name`;
    case "invalid_element":
      return issue.issues[0]?.message ?? `${field} has an invalid item`;
    default:
      return `${field} is invalid`;
  }
};

/** Returns the type's name for messages. zod's integer schema reports a number for other types. */
const kindOf = (expected: string, schema?: z.core.$ZodType | z.core.$ZodCheck): string =>
  expected === "number" && schema && "format" in schema._zod.def
    ? "a whole number"
    : (KINDS[expected] ?? "of another kind");

const formatChoice = (field: string, input: unknown, values: readonly unknown[]): string => {
  const choice = `${values.length > 1 ? "one of " : ""}${values.map(String).join(", ")}`;
  return input === undefined ? `${field} is required: ${choice}` : `${field} must be ${choice}`;
};

const MAX_NAMED_FIELDS = 5;
const MAX_FIELD_NAME_LENGTH = 50;

/** Lists the unknown fields: "Unknown field: nmae. Known fields: name, company". */
function formatUnknown({
  keys,
  inst,
  path = [],
}: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const shownKeys = keys.slice(0, MAX_NAMED_FIELDS).map((key) => key.slice(0, MAX_FIELD_NAME_LENGTH));
  const more = keys.length > shownKeys.length ? ` and ${keys.length - shownKeys.length} more` : "";
  const parent = path.findLast((part) => typeof part === "string");
  const where = parent === undefined ? "" : ` in ${wordsIn(parent)}`;
  const unknown = `Unknown field${keys.length === 1 ? "" : "s"}${where}: ${shownKeys.join(", ")}${more}`;
  const known = fieldsOf(inst);
  return known.length === 0 ? unknown : `${unknown}. Known fields: ${known.join(", ")}`;
}

function fieldsOf(schema: unknown): string[] {
  const isObject = typeof schema === "object" && schema !== null && "shape" in schema;
  return isObject && typeof schema.shape === "object" && schema.shape !== null
    ? Object.keys(schema.shape)
    : [];
}

/** Lists the allowed values of a discriminator, or the allowed inputs of each option. */
function formatUnion(field: string, issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if ("options" in issue && Array.isArray(issue.options)) {
    const input = new Map<string, unknown>(Object.entries(issue.input ?? {}));
    return formatChoice(field, input.get(issue.discriminator ?? ""), issue.options);
  }
  if (issue.input === undefined) return `${field} is required`;
  const first = issue.errors.flatMap(([error]) => error ?? []);
  const nestedIssue = first.find(({ path }) => path.length > 0);
  if (nestedIssue) return nestedIssue.message;
  const kinds = first.flatMap((error) => {
    if (error.code === "invalid_type") return [kindOf(error.expected)];
    return error.code === "invalid_value" ? error.values.map(String) : [];
  });
  if (kinds.length === first.length) return `${field} must be ${[...new Set(kinds)].join(" or ")}`;
  return first.find(({ code }) => code !== "invalid_type")?.message ?? `${field} is invalid`;
}

const isText = (origin: string) => origin === "string";

function formatLimit(origin: string, bound: string, limit: number | bigint): string {
  const shownLimit = limit.toLocaleString("en-US");
  if (isText(origin)) return `have ${bound} ${shownLimit} ${shownLimit === "1" ? "character" : "characters"}`;
  if (origin === "array" || origin === "set")
    return `have ${bound} ${shownLimit} ${shownLimit === "1" ? "item" : "items"}`;
  return `be ${bound} ${shownLimit}`;
}

/** Formats a path of fields: "Tool name" for `toolName`, "Item 3 of tags" for the third of `tags`. */
function formatField(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string");
  const last = path.at(-1);
  if (name === undefined) return typeof last === "number" ? `Item ${last + 1}` : "The input";
  const words = wordsIn(name);
  return typeof last === "number"
    ? `Item ${last + 1} of ${words}`
    : words.slice(0, 1).toUpperCase() + words.slice(1);
}

const wordsIn = (name: string): string =>
  name
    .split(/(?=[A-Z])/u)
    .map((word) => word.toLowerCase())
    .map((word) =>
      ABBREVIATIONS.has(word) ? word.replace(/^[a-z]+?(?=s?$)/u, (it) => it.toUpperCase()) : word,
    )
    .join(" ");
