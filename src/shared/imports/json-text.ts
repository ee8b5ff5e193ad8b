/** No list of people's is nested as deep, and code that walks values may recurse as far. */
const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** JSON that is not read; its message is a sentence for people. */
export class JsonTextError extends Error {
  override name = "JsonTextError";
}

/**
 * Parses JSON, or JSON Lines as the list of their values. Throws a JsonTextError for anything else, and for values that
 * are nested deeper than 100 levels.
 */
export function parseJsonText(text: string): unknown {
  const json = text.replace(/^\uFEFF/u, "");
  if (isTooDeep(json)) throw new JsonTextError(`This JSON is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return JSON.parse(json);
  } catch (error) {
    const lines = parseLines(json);
    if (lines) return lines;
    throw new JsonTextError(
      `This isn't valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
      { cause: error },
    );
  }
}

/** The values of JSON Lines; undefined for a text that isn't one. Throws a JsonTextError for a broken line. */
function parseLines(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      values.push(JSON.parse(line));
    } catch (error) {
      if (values.length === 0) return undefined;
      throw new JsonTextError(
        `Line ${index + 1} isn't valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
        { cause: error },
      );
    }
  }
  return values;
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

/** The position of the quotation mark that ends the string at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** True if a parsed value is nested deeper than JSON may be; YAML can be too. */
export const isNestedTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, left - 1)));
