import type { JsonSchema, Schemas } from "./json-schema.ts";
import { openApiDocument, referredName, resolve, type Served } from "./openapi.ts";

const ACCESS: Readonly<Record<string, string>> = {
  public: "no sign-in needed",
  protected: "sign-in needed",
  admin: "admins only",
};

interface Field {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** The calls of the product as a page to read: the same document as `/api/openapi.json`, without scripts. */
export function apiDocsPage(served: Served): string {
  const { info, paths, components } = openApiDocument(served);
  const { schemas } = components;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const [[status, reply] = ["200", {}]] = Object.entries(call.responses);
      const body = call.requestBody?.content["application/json"]?.schema;
      const output = "content" in reply ? reply.content?.["application/json"]?.schema : undefined;
      return `<section id="${call.operationId}">
<h2><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(call.summary)} · ${ACCESS[call["x-access"]]} · returns ${status}</p>
${fieldTable("Parameters", call.parameters)}
${body ? schemaTable("Body", body, schemas) : ""}
${output ? schemaTable("Reply", output, schemas) : ""}
</section>`;
    }),
  );
  const named = Object.entries(schemas).map(
    ([name, schema]) => `<div id="${name}">${fieldTable(name, listFields(schema))}</div>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>StackLoop API</title><link rel="stylesheet" href="/api-docs.css"></head>
<body><main><h1>StackLoop API</h1><p>${escapeHtml(info.description)} As OpenAPI: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${calls.join("\n")}
<h2>Schemas</h2>
${named.join("\n")}
</main></body></html>`;
}

/** The fields of a body or a reply, also of one that has a name; of a list, those of its items. */
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
    ({ name, required, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${describe(schema)}</td><td>${required ? "required" : ""}</td></tr>`,
  );
  return `<table><caption>${caption}</caption>${rows.join("")}</table>`;
}

/** A schema in a few words as HTML, such as `string ≤ 200`; one with a name is a link to it. */
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
