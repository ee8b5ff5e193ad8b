import { bodyExampleOf, exampleOf } from "./examples.ts";
import type { JsonSchema, Schemas } from "./json-schema.ts";
import {
  type OpenApiDocument,
  openApiDocument,
  type Operation,
  referredName,
  resolve,
  type ServerInfo,
} from "./openapi.ts";

interface Field {
  name: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Call {
  method: string;
  path: string;
  call: Operation;
}

/**
 * Renders the API documentation as a page without scripts: the document at `/api/openapi.json`, by groups, with
 * examples. With `query`, only the calls that contain all its words.
 */
export function apiDocsPage(serverInfo: ServerInfo, query = ""): string {
  const { info, tags, paths, components, servers } = openApiDocument(serverInfo);
  const { schemas } = components;
  const [origin = ""] = servers.map(({ url }) => url);
  const calls = listCalls(paths).filter((each) => matches(each, schemas, query));
  const groups = tags
    .map(({ name, description }) => ({
      name,
      description,
      calls: calls.filter(({ call }) => call.tags.includes(name)),
    }))
    .filter((group) => group.calls.length > 0);
  const isUnfiltered = query.trim() === "";
  const result =
    calls.length === 0
      ? `No call contains “${escapeHtml(query)}”.`
      : `${calls.length} ${calls.length === 1 ? "call contains" : "calls contain"} “${escapeHtml(query)}”.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>StackLoop API</title><link rel="stylesheet" href="/api-docs.css"></head>
<body><header><h1>StackLoop API</h1><p>${textHtml(info.description)} As OpenAPI: <a href="/api/openapi.json">/api/openapi.json</a>. As a typed client: <code>npm install ${escapeHtml(origin)}/api/client.tgz</code>.</p>
<form role="search" action="/api/docs"><label for="q">Search calls and fields</label> <input id="q" name="q" type="search" maxlength="200" value="${escapeHtml(query)}"> <button>Search</button></form>
${isUnfiltered ? "" : `<p role="status">${result} <a href="/api/docs">Show all calls</a></p>`}</header>
<nav aria-label="Contents"><h2>Contents</h2>
${groups.map((group) => groupContents(group.name, group.calls)).join("\n")}
${isUnfiltered ? '<p><a href="#schemas">Schemas</a></p>' : ""}</nav>
<main>
${groups
  .map(
    (group) => `<section id="group-${group.name}" aria-labelledby="title-${group.name}">
<h2 id="title-${group.name}">${group.name}</h2><p>${textHtml(group.description)}</p>
${group.calls.map((each) => callArticle(each, schemas, origin)).join("\n")}
</section>`,
  )
  .join("\n")}
<section id="schemas" aria-labelledby="title-schemas"><h2 id="title-schemas">Schemas</h2>
${Object.entries(schemas)
  .map(([name, schema]) => `<div id="${name}">${fieldTable(name, listFields(schema))}</div>`)
  .join("\n")}
</section></main></body></html>`;
}

const listCalls = (paths: OpenApiDocument["paths"]): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method, path, call })),
  );

/** True if a call contains all words of a query, in its address, texts or field names. */
function matches({ method, path, call }: Call, schemas: Schemas, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return true;
  const fields = [bodyOf(call), replyOf(call)].flatMap((schema) =>
    schema ? listFields(resolve(schema.items ?? schema, schemas)) : [],
  );
  const names = [...call.parameters, ...fields].map(({ name }) => name);
  const text = [method, path, call.operationId, call.description, ...call.tags, ...names]
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

const groupContents = (group: string, calls: readonly Call[]): string =>
  `<details><summary><a href="#group-${group}">${group}</a></summary><ul>${calls
    .map(({ call }) => `<li><a href="#${call.operationId}">${escapeHtml(call.summary)}</a></li>`)
    .join("")}</ul></details>`;

const bodyOf = (call: Operation): JsonSchema | undefined =>
  call.requestBody?.content["application/json"]?.schema;

const successOf = (call: Operation) => Object.entries(call.responses)[0] ?? (["200", {}] as const);

function replyOf(call: Operation): JsonSchema | undefined {
  const [, reply] = successOf(call);
  const schema = "content" in reply ? reply.content?.["application/json"]?.schema : undefined;
  // For a file, only the type is known.
  return schema && Object.keys(schema).length > 0 ? schema : undefined;
}

function callArticle({ method, path, call }: Call, schemas: Schemas, origin: string): string {
  const [status] = successOf(call);
  const body = bodyOf(call);
  const reply = replyOf(call);
  return `<article id="${call.operationId}">
<h3><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${textHtml(call.description)} Returns ${status}.</p>
${fieldTable("Parameters", call.parameters)}
${body ? schemaTable("Body", body, schemas) : ""}
${reply ? schemaTable("Reply", reply, schemas) : ""}
<details><summary>Example</summary>
<pre><code>${escapeHtml(curlOf({ method, path, call }, schemas, origin))}</code></pre>
${reply ? `<pre><code>${escapeHtml(JSON.stringify(exampleOf(reply, schemas), null, 2))}</code></pre>` : ""}</details>
</article>`;
}

/** Returns the call as a command line, with its required parameters. */
function curlOf({ method, path, call }: Call, schemas: Schemas, origin: string): string {
  const parameters = call.parameters.filter(({ required }) => required);
  const exampleText = ({ name, schema }: Field) =>
    encodeURIComponent(
      String(
        Object.values(Object(exampleOf({ type: "object", properties: { [name]: schema } }, schemas)))[0],
      ),
    );
  const address = path.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => {
    const parameter = parameters.find((each) => each.name === name);
    return parameter ? exampleText(parameter) : whole;
  });
  const inQuery = parameters.filter((each) => each.in === "query");
  const query =
    inQuery.length === 0 ? "" : `?${inQuery.map((each) => `${each.name}=${exampleText(each)}`).join("&")}`;
  const body = bodyOf(call);
  const sent = body && JSON.stringify(bodyExampleOf(body, schemas)).replaceAll("'", String.raw`'\''`);
  return [
    "curl",
    ...(call.security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(method === "get" || (method === "post" && sent !== undefined) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(sent === undefined ? [] : [`--json '${sent}'`]),
    query === "" ? `${origin}${address}` : `"${origin}${address}${query}"`,
  ].join(" ");
}

/** Renders the fields of a body or reply, resolving named schemas. For a list, those of its items. */
function schemaTable(title: string, schema: JsonSchema, schemas: Schemas): string {
  const caption =
    schema.items || referredName(schema) !== undefined ? `${title}: ${describe(schema)}` : title;
  return fieldTable(caption, listFields(resolve(schema.items ?? schema, schemas)));
}

const listFields = ({ properties = {}, required = [] }: JsonSchema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));

function fieldTable(caption: string, fields: readonly Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ name, required, description, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${describe(schema)}${required ? ", required" : ""}</td><td>${textHtml(description ?? schema.description ?? "")}</td></tr>`,
  );
  return `<table><caption>${caption}</caption>${rows.join("")}</table>`;
}

/** Describes a schema briefly as HTML, such as `string ≤ 200`. A named schema becomes a link. */
function describe(schema: JsonSchema): string {
  const name = referredName(schema);
  if (name !== undefined) return `<a href="#${name}">${name}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(describe).join(" or ");
  if (schema.enum) return escapeHtml(schema.enum.map(String).join(" | "));
  if (schema.items) return `list of ${describe(schema.items)}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(", ")} }`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  const bound = schema.maxLength ?? schema.maximum;
  const words = [type, schema.format && `(${schema.format})`, bound !== undefined && `≤ ${bound}`];
  return escapeHtml(words.filter(Boolean).join(" "));
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Converts text to HTML, with code between backticks. */
const textHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/gu, "<code>$1</code>");
