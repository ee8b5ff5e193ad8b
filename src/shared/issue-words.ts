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

const ABBREVIATIONS = new Set(["id", "ids", "isbn", "url"]);

/**
 * Describes for people what is wrong with a field whose schema has no message of its own; returns nothing for what
 * zod says better. To be set with `z.config({ customError: formatIssue })`.
 */
export const formatIssue: z.core.$ZodErrorMap = (issue) => {
  const field = formatField(issue.path ?? []);
  switch (issue.code) {
    case "invalid_type":
      return issue.input == null
        ? `${field} is required`
        : `${field} must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.input === undefined
        ? `${field} is required`
        : `${field} must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return isText(issue.origin) && issue.minimum === 1
        ? `${field} is required`
        : `${field} must ${measure(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `${field} must ${measure(issue.origin, "at most", issue.maximum)}`;
    case "unrecognized_keys":
      return `Unknown field: ${issue.keys.join(", ")}`;
    default:
      return undefined;
  }
};

const isText = (origin: string) => origin === "string";

function measure(origin: string, bound: string, limit: number | bigint): string {
  const many = limit.toLocaleString("en-US");
  if (isText(origin)) return `have ${bound} ${many} characters`;
  return origin === "array" ? `have ${bound} ${many} items` : `be ${bound} ${many}`;
}

/** "Tool name" for `toolName`, "Item 3 of tags" for the third of `tags`. */
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
