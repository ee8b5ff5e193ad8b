import { z } from "zod";

import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";

import { factsOf } from "./procedures.ts";
import { type Route, routes } from "./routes.ts";

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  maximum?: number;
  maxLength?: number;
  format?: string;
  description?: string;
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: JsonSchema;
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  "x-access": string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

const ERROR_STATUSES = {
  400: "Malformed or invalid; `issues` names the fields",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not there",
  409: "In conflict with what is there; `current` is the thing as it is now",
  429: "Too many requests; `Retry-After` says when to try again",
} as const;

const errorBody = {
  type: "object",
  required: ["message", "code"],
  properties: {
    message: { type: "string" },
    code: { type: "string" },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
    current: { description: "The thing as it is now, with 409 on an outdated edit" },
    requestId: { type: "string" },
  },
};

const jsonSchemaShape: z.ZodType<JsonSchema> = z.looseObject({});

function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
  });
  return jsonSchemaShape.parse(rest);
}

/** Describes every REST path of the table in OpenAPI 3.1, from the schemas that check it. */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  return {
    openapi: "3.1.0",
    info: {
      title: "StackLoop",
      version,
      description: `Sign in with POST /api/login and send the session cookie with every call. Bodies are JSON of at most 1 MB; images go by PUT to an upload address, at most ${MAX_UPLOAD_BYTES} bytes.`,
    },
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
      schemas: { Error: errorBody },
    },
  };
}

function operation(route: Route): Operation {
  const { access, input } = factsOf(route.procedure);
  const inPath = [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name);
  const { properties = {}, required = [] } = input ? jsonSchemaOf(input, "input") : {};
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const isRead = route.method === "get";
  const restRequired = required.filter((name) => name in rest);
  const parameter = (name: string, where: "path" | "query"): Parameter => ({
    name,
    in: where,
    required: where === "path" || restRequired.includes(name),
    schema: properties[name] ?? { type: "string" },
  });
  return {
    operationId: `${route.method} ${route.path}`,
    summary: route.summary,
    tags: [route.procedure.split(".")[0] ?? ""],
    "x-access": access,
    security: access === "open" ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map((name) => parameter(name, "path")),
      ...(isRead ? Object.keys(rest).map((name) => parameter(name, "query")) : []),
    ],
    ...(!isRead && Object.keys(rest).length > 0 && { requestBody: bodyOf(rest, restRequired) }),
    responses: { ...success(route), ...failures },
  };
}

const bodyOf = (properties: Record<string, JsonSchema>, required: string[]) => ({
  required: required.length > 0,
  content: { "application/json": { schema: { type: "object", properties, required } } },
});

const failures = Object.fromEntries(
  Object.entries(ERROR_STATUSES).map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
  ]),
);

function success(route: Route): Operation["responses"] {
  const status = String(route.status ?? 200);
  if (route.status === 204) return { [status]: { description: "Done" } };
  if (route.reply === "file") {
    return { [status]: { description: "The file", content: { "application/octet-stream": { schema: {} } } } };
  }
  const { output } = factsOf(route.procedure);
  const schema = output ? jsonSchemaOf(output, "output") : {};
  const body = route.reply === "list" ? (schema.properties?.["items"] ?? {}) : schema;
  return { [status]: { description: "OK", content: { "application/json": { schema: body } } } };
}
