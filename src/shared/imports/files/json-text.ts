/** No real list is nested this deep, and recursive code can still handle it. */
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
 * Parses JSON, or JSON Lines as the list of their values. Throws a JsonTextError for anything else, and for values
 * nested deeper than 100 levels.
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

/** Parses JSON Lines. Returns undefined for other texts. Throws a JsonTextError for a broken line. */
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

/** Returns the position of the quotation mark that ends the string at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** True if a parsed value exceeds the nesting limit of JSON. YAML can too. */
export const isNestedTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, left - 1)));
