import type { McpHandlerRequestOptions } from "@modelcontextprotocol/server";

import { readWholeNumber } from "#shared/kernel/text.ts";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Normalises a message or batch to the protocol: removes null parameters and an empty cursor, and converts numbers to
 * text. PHP sends an empty object as a list.
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
const TEXT_RECORD = { type: "object", additionalProperties: { type: "string" } } as const;

function readParams(method: unknown, params: Values): Values {
  const { cursor, argument, arguments: values, ...rest } = params;
  const given = isEmptyList(values) || values === "" ? {} : values;
  return {
    ...rest,
    ...(cursor !== undefined &&
      cursor !== "" && { cursor: typeof cursor === "number" ? String(cursor) : cursor }),
    ...(argument !== undefined && { argument: readInput(argument, TEXT_RECORD) }),
    ...(given !== undefined && {
      arguments: readInput(given, method === "prompts/get" ? TEXT_RECORD : OBJECT),
    }),
  };
}

/** Parts of a tool's JSON Schema that determine how arguments are parsed. */
export interface InputSchema {
  type?: string | undefined;
  required?: string[] | undefined;
  properties?: Record<string, InputSchema> | undefined;
  items?: InputSchema | undefined;
  enum?: unknown[] | undefined;
  additionalProperties?: InputSchema | boolean | undefined;
}

/**
 * Converts arguments from forms that models commonly send, if the meaning is certain. Treats null, and an empty text in
 * an optional argument, as absent, since no tool edits. Accepts numbers and booleans in text, a number where text is
 * expected, one value or comma-separated choices for a list, JSON in text for lists and objects, and choices in any
 * case or in the plural. Leaves the rest to schema validation.
 */
export function readInput(input: unknown, schema: InputSchema): unknown {
  switch (schema.type) {
    case "object":
      return readObject(parseJson(input, "{"), schema);
    case "array":
      return readList(parseJson(input, "["), schema);
    case "integer":
    case "number":
      return readWholeNumber(typeof input === "string" ? input.trim() : input);
    case "boolean":
      return readBoolean(input);
    case "string":
      return readText(input, schema);
    default:
      return input;
  }
}

function readText(input: unknown, { enum: choices = [] }: InputSchema): unknown {
  const text = typeof input === "number" ? String(input) : input;
  return findChoice(text, choices) ?? text;
}

function readBoolean(input: unknown): unknown {
  const written = typeof input === "string" ? input.trim().toLowerCase() : input;
  return written === "true" || written === "false" ? written === "true" : input;
}

/** Returns the choice that a text names in any case, or in the plural. Undefined if it names none. */
function findChoice(text: unknown, choices: readonly unknown[]): unknown {
  if (typeof text !== "string") return undefined;
  const written = text.trim().toLowerCase();
  const singular = written.replace(/s$/u, "");
  const findExact = (word: string) => choices.find((choice) => String(choice).toLowerCase() === word);
  return findExact(written) ?? findExact(singular);
}

/** Parses a text with a JSON object or list. Returns other values unchanged. */
function parseJson(input: unknown, opening: "{" | "["): unknown {
  if (typeof input !== "string" || !input.trimStart().startsWith(opening)) return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function readObject(
  input: unknown,
  { properties = {}, required = [], additionalProperties }: InputSchema,
): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const isOpen = typeof additionalProperties === "object";
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
      if (value === null) return [];
      if (Object.hasOwn(properties, name)) {
        const isEmpty = typeof value === "string" && value.trim() === "" && !required.includes(name);
        return isEmpty ? [] : [[name, readInput(value, properties[name] ?? {})]];
      }
      // Values of prompt variables may be booleans too.
      const isBooleanText = isOpen && additionalProperties.type === "string" && typeof value === "boolean";
      if (isBooleanText) return [[name, String(value)]];
      return [[name, isOpen ? readInput(value, additionalProperties) : value]];
    }),
  );
}

function readList(input: unknown, { items = {} }: InputSchema): unknown {
  if (Array.isArray(input))
    return input
      .filter((item) => item !== null && item !== "")
      .map((item: unknown) => readInput(item, items));
  if (typeof input !== "string" && typeof input !== "number") return input;
  const choices = String(input)
    .split(",")
    .map((choice) => findChoice(choice, items.enum ?? []));
  return choices.every((choice) => choice !== undefined) ? choices : [readInput(input, items)];
}

type HandleRequest = (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>;

const STREAM_TYPE = "text/event-stream";
const BOTH_TYPES = `application/json, ${STREAM_TYPE}`;

/**
 * Answers in a type that the client accepts. The library alone would reject clients that don't accept both JSON and
 * event streams. A client gets a stream only if it names that type or subscribes.
 */
export function answerInAcceptedType(answer: HandleRequest): HandleRequest {
  return async (request, options) => {
    const readsStreams = (request.headers.get("accept") ?? "").toLowerCase().includes(STREAM_TYPE);
    request.headers.set("accept", BOTH_TYPES);
    const response = await answer(request, options);
    const isStream = response.headers.get("content-type")?.startsWith(STREAM_TYPE) ?? false;
    if (!isStream || readsStreams || isSubscription(options?.parsedBody)) return response;
    return Response.json(await readReplies(response, Array.isArray(options?.parsedBody)));
  };
}

const isSubscription = (message: unknown): boolean =>
  typeof message === "object" &&
  message !== null &&
  "method" in message &&
  message.method === "subscriptions/listen";

/** Reads the replies in a stream until the last one. A batch has several. */
async function readReplies(response: Response, isBatch: boolean): Promise<unknown> {
  const replies = (await response.text()).split("\n").flatMap((line): unknown[] => {
    if (!line.startsWith("data: ")) return [];
    const message: unknown = JSON.parse(line.slice("data: ".length));
    const isReply =
      typeof message === "object" && message !== null && "id" in message && !("method" in message);
    return isReply ? [message] : [];
  });
  return isBatch ? replies : replies[0];
}
