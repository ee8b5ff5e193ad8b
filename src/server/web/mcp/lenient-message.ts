import { readInput } from "./lenient-input.ts";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Normalises a message or batch to the protocol: removes null parameters, and converts numbers to text. PHP sends an
 * empty object as a list.
 */
export function readMessage(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(readMessage);
  if (!isObject(body) || !("params" in body)) return body;
  const { params, ...message } = body;
  if (params === null || isEmptyList(params)) return message;
  const read = isObject(params) ? readParams(message["method"], withoutNulls(params)) : params;
  return { ...message, params: read };
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function withoutNulls(params: Values): Values {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      if (value === null) return [];
      return [[name, isObject(value) ? withoutNulls(value) : value]];
    }),
  );
}

const OBJECT = { type: "object" } as const;
const TEXTS = { type: "object", additionalProperties: { type: "string" } } as const;

function readParams(method: unknown, params: Values): Values {
  const { cursor, argument, arguments: values } = params;
  const given = isEmptyList(values) || values === "" ? {} : values;
  return {
    ...params,
    ...(typeof cursor === "number" && { cursor: String(cursor) }),
    ...(argument !== undefined && { argument: readInput(argument, TEXTS) }),
    ...(given !== undefined && { arguments: readInput(given, method === "prompts/get" ? TEXTS : OBJECT) }),
  };
}
