/** Maximum nesting depth. No real list is deeper, and recursive code can handle it. */
const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Error for unreadable JSON. Its message can be shown to users. */
export class JsonTextError extends Error {
  override name = "JsonTextError";
}

/**
 * Parses JSON, or several values one after the other as their list, such as JSON Lines. Throws a JsonTextError
 * for anything else, and for values nested deeper than 100 levels.
 */
export function parseJsonText(text: string): unknown {
  const json = text.replace(/^\uFEFF/u, "");
  if (isTooDeep(json)) throw new JsonTextError(`This JSON is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return JSON.parse(json);
  } catch (error) {
    const values = parseValues(json);
    if (values) return values;
    throw new JsonTextError(
      `This isn't valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
      { cause: error },
    );
  }
}

/** Characters between values. A text sequence (RFC 7464) begins each with a record separator. */
const SEPARATORS = /[\s\p{Cc},]*/uy;
const SCALAR = /[^\s,[\]{}"]+|[^]/uy;

/** Parses several values in a text. Returns undefined for other texts. Throws a JsonTextError for a broken value. */
function parseValues(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (let at = endOfMatch(SEPARATORS, text, 0); at < text.length;) {
    const end = endOfValue(text, at);
    try {
      values.push(JSON.parse(text.slice(at, end)));
    } catch (error) {
      if (values.length === 0) return undefined;
      throw new JsonTextError(
        `Line ${text.slice(0, at).split("\n").length} isn't valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
        { cause: error },
      );
    }
    at = endOfMatch(SEPARATORS, text, end);
  }
  return values;
}

/** Returns the position after the value at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    else if (depth === 0) return endOfMatch(SCALAR, text, at);
    if (depth <= 0) return at + 1;
  }
  return text.length;
}

function endOfMatch(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return at + (sticky.exec(text)?.[0].length ?? 0);
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Returns the position of the quotation mark that ends the string at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** True if a value is nested deeper than the limit of JSON. Parsed YAML can be. */
export const isNestedTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, left - 1)));

/** True for a JSON object, excluding lists. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === "string";
