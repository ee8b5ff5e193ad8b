import { readWholeNumber } from "#shared/texts/numbers-in-text.ts";

/** Parts of a tool's JSON Schema that determine how arguments are parsed. */
export interface InputSchema {
  type?: string | undefined;
  properties?: Record<string, InputSchema> | undefined;
  items?: InputSchema | undefined;
  additionalProperties?: InputSchema | boolean | undefined;
}

/**
 * Converts arguments in common forms sent by models, if their meaning is certain. Accepts null as absent, numbers and
 * booleans in text, and a number where text is expected. Also accepts one value for a list, and JSON in text for lists
 * and objects. Leaves the rest to schema validation.
 */
export function readInput(input: unknown, schema: InputSchema): unknown {
  switch (schema.type) {
    case "object":
      return readObject(parsed(input, "{"), schema);
    case "array":
      return readList(parsed(input, "["), schema);
    case "integer":
    case "number":
      return readWholeNumber(typeof input === "string" ? input.trim() : input);
    case "boolean":
      return input === "true" || input === "false" ? input === "true" : input;
    case "string":
      return typeof input === "number" ? String(input) : input;
    default:
      return input;
  }
}

/** Parses a text with a JSON object or list. Returns other values unchanged. */
function parsed(input: unknown, opening: "{" | "["): unknown {
  if (typeof input !== "string" || !input.trimStart().startsWith(opening)) return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function readObject(input: unknown, { properties = {}, additionalProperties }: InputSchema): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const isOpen = typeof additionalProperties === "object";
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
      if (value === null) return [];
      if (Object.hasOwn(properties, name)) return [[name, readInput(value, properties[name] ?? {})]];
      // Values of prompt variables may be booleans too.
      const isTruthValue = isOpen && additionalProperties.type === "string" && typeof value === "boolean";
      if (isTruthValue) return [[name, String(value)]];
      return [[name, isOpen ? readInput(value, additionalProperties) : value]];
    }),
  );
}

function readList(input: unknown, { items = {} }: InputSchema): unknown {
  if (Array.isArray(input))
    return input.filter((item) => item !== null).map((item: unknown) => readInput(item, items));
  return typeof input === "string" || typeof input === "number" ? [readInput(input, items)] : input;
}
