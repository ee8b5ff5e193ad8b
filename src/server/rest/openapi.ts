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

const FAULTS = {
  400: "Malformed or invalid; `issues` names the fields",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not there",
  409: "In conflict with what is there; `current` is the thing as it is now",
  429: "Too many requests; `Retry-After` says when to try again",
  500: "A fault of the server; its log tells more at `requestId`",
};
const FAULTS_OF_BODIES = { 413: "The body is larger than 1 MB", 415: "The body is not JSON" };
const FAULTS_OF_WRITES = { 507: "The server's disk is full" };
const FAULTS_OF_UPSTREAMS = { 502: "An outside service failed", 504: "An outside service was too slow" };

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
      description: `Sign in with POST /api/login and send the cookie that it sets with every call: \`session\`, or \`__Host-session\` where the server is reached by https. Bodies are JSON of at most 1 MB; images go by PUT to an upload address, at most ${MAX_UPLOAD_BYTES} bytes.`,
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
  const hasBody = !isRead && Object.keys(rest).length > 0;
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
    security: access === "public" ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map((name) => parameter(name, "path")),
      ...(isRead ? Object.keys(rest).map((name) => parameter(name, "query")) : []),
    ],
    ...(hasBody && { requestBody: bodyOf(rest, restRequired) }),
    responses: {
      ...success(route),
      ...failures({
        ...FAULTS,
        ...(hasBody && FAULTS_OF_BODIES),
        ...(!isRead && FAULTS_OF_WRITES),
        ...(route.asksUpstreams && FAULTS_OF_UPSTREAMS),
      }),
    },
  };
}

const bodyOf = (properties: Record<string, JsonSchema>, required: string[]) => ({
  required: required.length > 0,
  content: { "application/json": { schema: { type: "object", properties, required } } },
});

const failures = (faults: Record<string, string>): Operation["responses"] =>
  Object.fromEntries(
    Object.entries(faults).map(([status, description]) => [
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
  const sent = (body: JsonSchema, description: string) => ({
    [status]: { description, content: { "application/json": { schema: body } } },
  });
  if (route.reply !== "list") return sent(schema, "OK");
  return {
    ...sent(
      schema.properties?.["items"] ?? {},
      "All of it, or `limit` of it; `Link` then leads to the next page",
    ),
    304: { description: "The same as the `ETag` that `If-None-Match` names" },
  };
}
