import { type JsonSchema, openApiDocument } from "./openapi.ts";

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A schema in a few words, such as `string ≤ 200` or `list of string`. */
function describe(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(describe).join(" or ");
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.items) return `list of ${describe(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  const bound =
    schema.maxLength ?? (schema.maximum !== undefined && schema.maximum < 1e9 ? schema.maximum : undefined);
  return [type, schema.format && `(${schema.format})`, bound !== undefined && `≤ ${bound}`]
    .filter(Boolean)
    .join(" ");
}

function fieldTable(
  caption: string,
  fields: readonly { name: string; isRequired: boolean; schema: JsonSchema }[],
): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ name, isRequired, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(describe(schema))}</td><td>${isRequired ? "required" : ""}</td></tr>`,
  );
  return `<table><caption>${caption}</caption>${rows.join("")}</table>`;
}

const fieldsOf = (schema: JsonSchema = {}) =>
  Object.entries((schema.items ?? schema).properties ?? {}).map(([name, field]) => ({
    name,
    isRequired: (schema.items ?? schema).required?.includes(name) ?? false,
    schema: field,
  }));

/** The calls of the product as a page to read: the same document as `/api/openapi.json`, without scripts. */
export function apiDocsPage(version: string): string {
  const { info, paths } = openApiDocument(version);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const [status = "200", reply] = Object.entries(call.responses)[0] ?? [];
      const replySchema = reply?.content?.["application/json"]?.schema;
      return `<section>
<h2><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(call.summary)} · ${call["x-access"] === "public" ? "no session needed" : call["x-access"] === "admin" ? "admins" : "signed in"} · answers ${status}</p>
${fieldTable(
  "Parameters",
  call.parameters.map((parameter) => ({ ...parameter, isRequired: parameter.required })),
)}
${fieldTable("Body", fieldsOf(call.requestBody?.content["application/json"]?.schema))}
${fieldTable(replySchema?.items ? "Answer: a list of" : "Answer", fieldsOf(replySchema))}
</section>`;
    }),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>StackLoop API</title><link rel="stylesheet" href="/api-docs.css"></head>
<body><main><h1>StackLoop API</h1><p>${escapeHtml(info.description)} As OpenAPI: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${calls.join("\n")}
</main></body></html>`;
}
