import { SCOPE_WORDS, TOKEN_SCOPES } from "#shared/accounts/token-scopes.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

import { describeProperty, TAG_DESCRIPTIONS } from "./descriptions.ts";
import { type JsonSchema, type Schemas, toJsonSchema } from "./json-schema.ts";
import { getProcedure } from "./procedures.ts";
import { type Route, routes } from "./routes.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Reply {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  "x-access": string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Reply | { $ref: string }>;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
    contact: { name: string; url: string };
  };
  tags: { name: string; description: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    responses: Record<string, Reply>;
    schemas: Schemas;
  };
}

const SCHEMAS_PATH = "#/components/schemas/";

/** Possible failures of a call: each status with its name and meaning. */
const FAILURES = {
  400: ["Invalid", "Malformed or invalid; `issues` names the fields"],
  401: ["Unauthorized", "Not signed in"],
  403: ["Forbidden", "Not allowed"],
  404: ["NotFound", "Not found"],
  409: ["Conflict", "Conflicts with the stored data"],
  413: ["TooLarge", "The request body is larger than 1 MB"],
  415: ["NotJson", "The request body isn't JSON"],
  429: ["TooManyRequests", "Too many requests; `Retry-After` is the number of seconds to wait"],
  500: ["ServerError", "Server error; see the log for `requestId`"],
  502: ["UpstreamFailed", "An external service failed"],
  503: ["Unavailable", "Busy or restarting; try again in a moment"],
  504: ["UpstreamTooSlow", "An external service took too long"],
  507: ["StorageFull", "The server's disk is full"],
} as const;
const SCOPES = TOKEN_SCOPES.map(
  (scope) => `Scope \`${scope}\` (${SCOPE_WORDS[scope].name}): ${SCOPE_WORDS[scope].sentence}`,
).join(" ");
const COMMON_FAILURES = [400, 401, 403, 404, 429, 500, 503] as const;
const BODY_FAILURES = [413, 415] as const;
const WRITE_FAILURES = [409, 507] as const;
const UPSTREAM_FAILURES = [502, 504] as const;

const header = (description: string) => ({ description, schema: { type: "string" } });
/** Names of temporary failures. */
const TEMPORARY_FAILURES: ReadonlySet<string> = new Set([FAILURES[429][0], FAILURES[503][0]]);
const RETRY_AFTER = { "Retry-After": header("When to try again, in seconds") };

const describe = (property: string, schema: JsonSchema): JsonSchema => ({
  ...schema,
  description: describeProperty("", property),
});

const ERROR_SCHEMAS: Schemas = {
  // Not `Error`, which generated clients already define.
  ApiError: {
    type: "object",
    required: ["message", "code"],
    properties: {
      message: describe("message", { type: "string" }),
      code: describe("code", { type: "string" }),
      issues: describe("issues", { type: "array", items: { $ref: `${SCHEMAS_PATH}Issue` } }),
      requestId: describe("requestId", { type: "string" }),
    },
  },
  Issue: {
    type: "object",
    required: ["path", "message"],
    properties: {
      path: describe("path", { type: "string" }),
      message: describe("message", { type: "string" }),
    },
  },
};

/** Server data that the document includes. */
export interface ServerInfo {
  version: string;
  /** Public address of the server. */
  origin: string;
  /** Name of the session cookie. */
  cookieName: string;
}

let cached: { info: ServerInfo; document: OpenApiDocument } | undefined;

/** Describes every REST path of the table in OpenAPI 3.1, from the validation schemas. Reuses the last document. */
export function openApiDocument(info: ServerInfo): OpenApiDocument {
  const { version, origin, cookieName } = info;
  const isSame =
    cached?.info.version === version &&
    cached.info.origin === origin &&
    cached.info.cookieName === cookieName;
  if (!cached || !isSame) cached = { info, document: writeDocument(info) };
  return cached.document;
}

function writeDocument({ version, origin, cookieName }: ServerInfo): OpenApiDocument {
  const schemas: Schemas = { ...ERROR_SCHEMAS };
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes.flatMap(splitByFormat)) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeCall(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "StackLoop",
      version,
      description: `Sign in with POST /api/login and send the cookie it sets with every call, or send an API token in the header \`Authorization: Bearer slt_…\`. Request bodies are JSON, at most 1 MB. Unknown fields are refused by name; read-only fields are ignored. Images are sent with PUT to an upload URL, at most ${MAX_UPLOAD_BYTES} bytes.`,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The people who run this server", url: origin },
    },
    // The loopback address is the same machine. Linters flag `localhost` as a leftover.
    servers: [{ url: origin.replace("//localhost", "//127.0.0.1") }],
    tags: describeTags(),
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName },
        token: { type: "http", scheme: "bearer", description: SCOPES },
      },
      responses: Object.fromEntries(
        Object.values(FAILURES).map(([name, description]) => [
          name,
          {
            description,
            ...(TEMPORARY_FAILURES.has(name) && { headers: RETRY_AFTER }),
            ...jsonContent({ $ref: `${SCHEMAS_PATH}ApiError` }),
          },
        ]),
      ),
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const FORMAT = "{format}";

/** Splits a file route into one call per format: `export/{format}` would be ambiguous with `{id}/versions`. */
export function splitByFormat(route: Route): Route[] {
  const { input } = getProcedure(route.procedure);
  const format = input && toJsonSchema(input, "input", {}).properties?.["format"];
  if (!route.path.endsWith(FORMAT) || !format?.enum) return [route];
  return format.enum.map(String).map((name, index) => ({
    ...route,
    path: route.path.replace(FORMAT, name),
    operationId: `${operationIdOf(route)}As${name[0]?.toUpperCase()}${name.slice(1)}`,
    mediaTypes: route.mediaTypes?.slice(index, index + 1) ?? [],
  }));
}

const operationIdOf = ({ operationId, procedure }: Route): string =>
  operationId ?? procedure.replace(".", "_");

const tagOf = ({ procedure }: Route): string => procedure.split(".")[0] ?? "";

/** Lists the groups of calls, in table order. */
const describeTags = () =>
  [...new Set(routes.map(tagOf))].map((name) => ({
    name,
    description: TAG_DESCRIPTIONS[name] ?? `The ${name}.`,
  }));

/** Returns the name of the schema referred to, if any. */
export const referredName = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(SCHEMAS_PATH.length);

/** Returns a schema, resolving a reference. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = referredName(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

function describeCall(route: Route, schemas: Schemas): Operation {
  const { access, needsSession, input } = getProcedure(route.procedure);
  const schema = input ? toJsonSchema(input, "input", schemas) : {};
  const { properties = {}, required = [] } = resolve(schema, schemas);
  const inPath = [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name);
  const isForOneFormat = route.mediaTypes?.length === 1 && !inPath.includes("format");
  const otherFields = Object.keys(properties).filter(
    (name) =>
      !inPath.includes(name) &&
      !route.replacedFields?.includes(name) &&
      !(isForOneFormat && name === "format"),
  );
  const isRead = route.method === "get";
  const hasBody = !isRead && otherFields.length > 0;
  const checksRevision = !isRead && "revision" in properties;
  const parameter = (name: string, where: "path" | "query"): Parameter => {
    const { description, ...schemaOnly } = properties[name] ?? { type: "string" };
    return {
      name,
      in: where,
      required: where === "path" || required.includes(name),
      description,
      schema: schemaOnly,
    };
  };
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: describeOperation(route),
    tags: [tagOf(route)],
    "x-access": access,
    security: access === "public" ? [] : [{ session: [] }, ...(needsSession ? [] : [{ token: [] }])],
    parameters: [
      ...inPath.map((name) => parameter(name, "path")),
      ...(isRead ? otherFields.map((name) => parameter(name, "query")) : []),
      ...(checksRevision && route.method !== "post" ? [IF_MATCH] : []),
    ],
    ...(hasBody && { requestBody: describeBody(schema, otherFields, schemas) }),
    responses: {
      ...describeSuccess(route, schemas),
      ...describeFailures(route, hasBody),
      ...(checksRevision && describeConflict(route, schemas)),
    },
  };
}

const IF_MATCH: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The `ETag` of the item, to refuse the call with 412 if someone has changed the item since.",
  schema: { type: "string" },
};

const ACCESS = {
  public: "Needs no sign-in.",
  protected: "Needs a sign-in.",
  admin: "For admins only.",
} as const;

/** Describes a call: its effect, required access and reply. */
function describeOperation({ procedure, summary, reply, usesUpstreams, status }: Route): string {
  const { access, needsSession, scope } = getProcedure(procedure);
  return [
    `${summary}.`,
    ACCESS[access],
    needsSession && "Needs a session; tokens get 403.",
    access !== "public" && !needsSession && `Tokens need the scope \`${scope}\`.`,
    reply === "list" && "Returns an array, or a page of it with `limit`.",
    reply === "file" && "Returns a file.",
    status === 202 && "The work continues after the reply.",
    usesUpstreams && "Waits for outside services.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Describes the body: the input without path parameters, under the input's name if it has one, such as `ToolEdit`. */
function describeBody(schema: JsonSchema, fields: readonly string[], schemas: Schemas) {
  const { properties = {}, required = [], ...rest } = resolve(schema, schemas);
  const body = {
    ...rest,
    properties: Object.fromEntries(fields.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => fields.includes(name)),
  };
  const name = referredName(schema);
  if (name !== undefined) schemas[name] = body;
  return { required: body.required.length > 0, ...jsonContent(name === undefined ? body : schema) };
}

function describeSuccess(route: Route, schemas: Schemas): Operation["responses"] {
  const status = String(route.status ?? 200);
  if (route.status === 204) return { [status]: { description: "Done" } };
  if (route.reply === "file") {
    const headers = { "Content-Disposition": header("The name of the file") };
    const content = Object.fromEntries(
      (route.mediaTypes ?? []).map((type) => [type, { schema: fileSchema(type) }]),
    );
    return { [status]: { description: "The file", headers, content } };
  }
  const { output } = getProcedure(route.procedure);
  const schema = output ? toJsonSchema(output, "output", schemas) : {};
  if (route.reply !== "list") return { [status]: { description: "OK", ...jsonContent(schema) } };
  return {
    [status]: {
      description: "The whole list up to its limit, or `limit` items with a `Link` to the next page, if any",
      headers: {
        ETag: header("The version of the list, for `If-None-Match`"),
        Link: header('The address of the next page, as `<ADDRESS>; rel="next"`; absent on the last one'),
      },
      ...jsonContent(resolve(schema, schemas).properties?.["items"] ?? {}),
    },
    304: { description: "Unchanged since the `ETag` sent in `If-None-Match`" },
  };
}

function describeFailures(route: Route, hasBody: boolean): Operation["responses"] {
  const statuses = [
    ...COMMON_FAILURES,
    ...(hasBody ? BODY_FAILURES : []),
    ...(route.method === "get" ? [] : WRITE_FAILURES),
    ...(route.usesUpstreams ? UPSTREAM_FAILURES : []),
  ];
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${FAILURES[status][0]}` }]),
  );
}

/** Bytes need no description, and the content of a JSON file is documented with its import. */
const fileSchema = (mediaType: string): JsonSchema =>
  mediaType.startsWith("text/") ? { type: "string" } : {};

/**
 * Describes the conflict reply of an edit, which contains the current item. Its schema is named `ToolConflict` for a
 * tool.
 */
function describeConflict(route: Route, schemas: Schemas): Operation["responses"] {
  // Uses the PUT call, since deleting doesn't return the item.
  const edit = routes.find(({ method, path }) => method === "put" && path === route.path) ?? route;
  const { output } = getProcedure(edit.procedure);
  const item = output ? toJsonSchema(output, "output", schemas) : {};
  const name = `${referredName(item)}Conflict`;
  schemas[name] = {
    type: "object",
    required: ["message", "code"],
    properties: {
      message: describe("message", { type: "string" }),
      code: describe("code", { type: "string" }),
      current: describe("current", item),
    },
  };
  const description = "Based on an outdated revision; `current` is the current item";
  const reply = jsonContent({ $ref: SCHEMAS_PATH + name });
  return {
    409: { description, ...reply },
    ...(route.method !== "post" && {
      412: { description: "The same, for a revision in `If-Match`", ...reply },
    }),
  };
}

const jsonContent = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });
