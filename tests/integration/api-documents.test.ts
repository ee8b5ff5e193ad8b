import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import SwaggerParser from "@apidevtools/swagger-parser";
import { load } from "cheerio";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { VERSION } from "#server/version.ts";
import { splitByFormat, openApiDocument } from "#server/web/rest/openapi.ts";
import { getProcedure } from "#server/web/rest/procedures.ts";
import { routes } from "#server/web/rest/routes.ts";
import { schemaNames } from "#server/web/rest/schema-names.ts";
import { testTools } from "#tests/support/client-project.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { temporaryFolder, testApp, testServer } from "#tests/support/test-app.ts";

/** The table with each export format as a separate call. */
const calls = routes.flatMap(splitByFormat);

/** JSON Schema in OpenAPI 3.1: an unlisted keyword is a typing error. */
const schemaShape: z.ZodType = z.lazy(() =>
  z.strictObject({
    $ref: z.string().startsWith("#/components/schemas/").optional(),
    type: z.union([typeName, z.array(typeName).min(1)]).optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    minItems: z.int().optional(),
    maxItems: z.int().optional(),
    items: schemaShape.optional(),
    properties: z.record(z.string(), schemaShape).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schemaShape]).optional(),
    propertyNames: schemaShape.optional(),
    anyOf: z.array(schemaShape).min(1).optional(),
    oneOf: z.array(schemaShape).min(1).optional(),
  }),
);
const typeName = z.enum(["string", "number", "integer", "boolean", "array", "object", "null"]);

const contentShape = z.record(
  z.string().regex(/^[\w-]+\/[\w.+-]+$/u),
  z.strictObject({ schema: schemaShape }),
);
const headersShape = z.record(
  z.string().regex(/^[A-Z][\w-]+$/u),
  z.strictObject({ description: z.string().min(1), schema: schemaShape }),
);
const responseShape = z.strictObject({
  description: z.string().min(1),
  headers: headersShape.optional(),
  content: contentShape.optional(),
});
const operationShape = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]*_[A-Za-z]+$/u),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string().min(1)),
  "x-access": z.enum(["public", "protected", "admin"]),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z
      .strictObject({
        name: z.string(),
        in: z.enum(["path", "query", "header"]),
        required: z.boolean(),
        description: z.string().min(1),
        schema: schemaShape,
      })
      .refine((parameter) => parameter.in !== "path" || parameter.required),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content: contentShape }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/u),
    z.union([responseShape, z.strictObject({ $ref: z.string().startsWith("#/components/responses/") })]),
  ),
});
const componentName = z.string().regex(/^[A-Z]\w*$/u);
const method = z.enum(["get", "put", "post", "delete", "patch"]);
const documentShape = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/u),
  info: z.strictObject({
    title: z.string().min(1),
    version: z.string().min(1),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
    contact: z.strictObject({ name: z.string(), url: z.url() }),
  }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(10) })),
  servers: z.array(z.strictObject({ url: z.url() })).length(1),
  paths: z.record(z.string().startsWith("/"), z.partialRecord(method, operationShape)),
  components: z.strictObject({
    securitySchemes: z.strictObject({
      session: z.strictObject({ type: z.literal("apiKey"), in: z.literal("cookie"), name: z.string() }),
      token: z.strictObject({
        type: z.literal("http"),
        scheme: z.literal("bearer"),
        description: z.string().min(1),
      }),
    }),
    responses: z.record(componentName, responseShape),
    schemas: z.record(componentName, schemaShape),
  }),
});

async function read(path: string) {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  return restClient(origin).call("GET", path, undefined, { cookie });
}

const readDocument = async () => documentShape.parse((await read("/api/openapi.json")).body);

describe("/api/openapi.json", () => {
  test("is OpenAPI 3.1, without broken references", async () => {
    const document = await readDocument();
    expect(document.info).toMatchObject({ title: "StackLoop", version: VERSION });
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    for (const { security } of operations) {
      for (const scheme of security.flatMap((option) => Object.keys(option)))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  test("is valid for an OpenAPI validator", async () => {
    const { body } = await read("/api/openapi.json");
    await expect(SwaggerParser.validate(body)).resolves.toHaveProperty("openapi", "3.1.0");
  });

  test("names the address and the cookie of the server that sends it", async () => {
    for (const [publicUrl, name] of [
      ["http://stackloop.test", expect.stringMatching(/^stackloop-[0-9a-f]{8}$/u)],
      ["https://stackloop.test", expect.stringMatching(/^__Host-stackloop-[0-9a-f]{8}$/u)],
    ] as const) {
      const app = await testApp({ PUBLIC_URL: publicUrl });
      const { servers, components } = openApiDocument({
        version: VERSION,
        origin: app.publicUrl,
        cookieName: app.sessions.sessionCookieName,
      });
      expect([servers, components.securitySchemes]).toMatchObject([
        [{ url: publicUrl }],
        { session: { name } },
      ]);
    }
  });

  test("names the media type of each file", async () => {
    const { paths } = await readDocument();
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const files = calls.filter(
      ({ reply, path }) => reply === "file" && path.includes("/export/") && !path.includes("{id}"),
    );
    expect(files.length).toBeGreaterThan(8);
    for (const { path } of files) {
      const described = Object.keys(responseShape.parse(paths[path]?.get?.responses["200"]).content ?? {});
      const { headers } = await ada.call("GET", path);
      expect([path, described]).toEqual([path, [headers.get("content-type")?.split(";")[0]]]);
    }
  });

  test("uses every component, and resolves every reference", async () => {
    const document = await readDocument();
    const { securitySchemes: _, ...components } = document.components;
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/gu)];
    const names = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind}/${name}`),
    );
    expect([...new Set(references.map(([, name = ""]) => name))].toSorted()).toEqual(names.toSorted());
  });

  test("names an operation like its procedure, uniquely", async () => {
    const { paths } = await readDocument();
    const ids = calls.map((route) => paths[route.path]?.[route.method]?.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect([paths["/api/ai-tools"]?.get?.operationId, paths["/api/logout"]?.post?.operationId]).toEqual([
      "tools_list",
      "auth_logout",
    ]);
  });

  test("contains no large schema twice", async () => {
    const { paths, components } = await readDocument();
    const seen = new Map<string, number>();
    JSON.parse(JSON.stringify([paths, components]), (_key, value: unknown) => {
      const isSchema = z.looseObject({ properties: z.looseObject({}) }).safeParse(value).success;
      const text = JSON.stringify(value, (key, inner: unknown) =>
        key === "description" ? undefined : inner,
      );
      if (isSchema && text.length > 150) seen.set(text, (seen.get(text) ?? 0) + 1);
      return value;
    });
    expect(seen.size).toBeGreaterThan(20);
    expect([...seen].filter(([, count]) => count > 1)).toEqual([]);
  });

  test("uses a name for only one schema", () => {
    const shapes = new Map<string, Set<string>>();
    for (const { procedure } of routes) {
      const { input, output } = getProcedure(procedure);
      for (const [schema, io] of [[input, "input"] as const, [output, "output"] as const]) {
        if (!schema) continue;
        const { $defs } = z.toJSONSchema(schema, { io, metadata: schemaNames, unrepresentable: "any" });
        for (const [name, named] of Object.entries($defs ?? {}))
          shapes.set(name, (shapes.get(name) ?? new Set()).add(JSON.stringify(named)));
      }
    }
    expect([...shapes].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });

  test("gives generated types of properties unique names", async () => {
    const { schemas } = (await readDocument()).components;
    const shape = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) });
    const names = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.keys(shape.parse(schema).properties).map(
        (property) => `${name}${property.slice(0, 1).toUpperCase()}${property.slice(1)}`,
      ),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("has only complete defaults", async () => {
    const incomplete: unknown[] = [];
    JSON.parse(JSON.stringify(await readDocument()), (_key, value: unknown) => {
      const { success, data } = z
        .looseObject({ default: z.looseObject({}), properties: z.looseObject({}) })
        .safeParse(value);
      if (success && Object.keys(data.properties).some((name) => !(name in data.default)))
        incomplete.push(value);
      return value;
    });
    expect(incomplete).toEqual([]);
  });

  test("has the id of an edit only in the path", async () => {
    const { paths, components } = await readDocument();
    const body = paths["/api/ai-tools/{id}"]?.put?.requestBody?.content["application/json"];
    expect(body).toEqual({ schema: { $ref: "#/components/schemas/ToolEdit" } });
    const { properties } = bodySchema.parse(components.schemas["ToolEdit"]);
    expect(Object.keys(properties)).toContain("revision");
    expect(Object.keys(properties)).not.toContain("id");
  });

  test("describes exactly the calls of the table", async () => {
    const { paths } = await readDocument();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((name) => `${name} ${path}`),
    );
    expect(described.toSorted()).toEqual(calls.map((route) => `${route.method} ${route.path}`).toSorted());
  });

  test("describes the input, output and access of each call", async () => {
    const { paths, components } = await readDocument();
    for (const route of calls) {
      const { access, needsSession, input } = getProcedure(route.procedure);
      const operation = paths[route.path]?.[route.method];
      const call = `${route.method} ${route.path}`;
      const inPath = [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      const given = input instanceof z.ZodDefault ? input.unwrap() : input;
      const fields = given instanceof z.ZodObject ? Object.keys(given.shape) : [];
      const isFormat = (name: string) => name === "format" && route.path.includes("/export/");
      const isHidden = (name: string) => isFormat(name) || route.replacedFields?.includes(name) === true;
      const others = fields.filter((name) => !inPath.includes(name) && !isHidden(name)).toSorted();
      const named = (where: string) =>
        operation?.parameters.filter((parameter) => parameter.in === where).map(({ name }) => name);
      const sent = operation?.requestBody?.content["application/json"]?.schema;
      const body = bodySchema.optional().parse(resolve(sent, components.schemas));
      const ways = needsSession ? ["session"] : ["session", "token"];
      expect([call, operation?.["x-access"], operation?.security.flatMap(Object.keys)]).toEqual([
        call,
        access,
        access === "public" ? [] : ways,
      ]);
      expect([call, named("path")]).toEqual([call, inPath]);
      const isRead = route.method === "get";
      expect([call, named("query")?.toSorted()]).toEqual([call, isRead ? others : []]);
      expect([call, Object.keys(body?.properties ?? {}).toSorted()]).toEqual([call, isRead ? [] : others]);
      const checksRevision = ["put", "delete"].includes(route.method) && others.includes("revision");
      expect([call, named("header")]).toEqual([call, checksRevision ? ["If-Match"] : []]);
      const statuses = [
        ...ALWAYS,
        route.status ?? 200,
        ...(body ? [413, 415] : []),
        ...(route.reply === "list" ? [304] : []),
        ...(isRead ? [] : [409, 507]),
        ...(checksRevision ? [412] : []),
        ...(route.usesUpstreams ? [502, 504] : []),
      ].toSorted((a, b) => a - b);
      expect([call, Object.keys(operation?.responses ?? {}).map(Number)]).toEqual([call, statuses]);
      const reply = operation?.responses[route.status ?? 200] ?? {};
      expect([call, "content" in reply]).toEqual([call, route.status !== 204]);
    }
  });

  test.each([
    ["get", "/api/arxiv", /hidden/u],
    ["get", "/api/news", /alsoIn/u],
  ] as const)("describes what %s %s leaves out", async (name, path, words) => {
    expect((await readDocument()).paths[path]?.[name]?.summary).toMatch(words);
  });
});

/** Statuses that any call can return. */
const ALWAYS = [400, 401, 403, 404, 429, 500, 503];

const referenceSchema = z.object({ $ref: z.string() });

/** A schema, or the component that it refers to. */
function resolve(schema: unknown, schemas: Record<string, unknown>): unknown {
  const { data } = referenceSchema.safeParse(schema);
  return data ? schemas[data.$ref.split("/").at(-1) ?? ""] : schema;
}

const bodySchema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** Every property of a document, by its path. */
function propertiesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isNamed = key === "properties" && typeof inner === "object" && inner !== null;
    const own = isNamed
      ? Object.entries(inner).map(([name, of]): [string, unknown] => [`${path}.${name}`, of])
      : [];
    return [...own, ...propertiesOf(inner, `${path}/${key}`)];
  });
}

test("every property and every tag has a description", async () => {
  const document = await readDocument();
  const described = z.object({ description: z.string().min(3) });
  const properties = propertiesOf(document, "");
  expect(properties.length).toBeGreaterThan(500);
  const missing = properties.filter(([, schema]) => !described.safeParse(schema).success);
  expect(missing.map(([path]) => path)).toEqual([]);
  const used = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  );
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...new Set(used)].toSorted());
  for (const { name, description } of document.tags) expect(description).not.toBe(name);
});

test("has no findings by the recommended rules of OpenAPI linters", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify((await read("/api/openapi.json")).body));
  const redocly = join(testTools(), "@redocly/cli/bin/cli.js");
  const options = ["lint", "--extends=recommended", "--format=json", file];
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, ...options], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
}, 60_000);

describe("/api/docs", () => {
  test("shows every call", async () => {
    const { status, headers, body } = await read("/api/docs");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const $ = load(body);
    const shown = $("article h3")
      .toArray()
      .map((heading) => $(heading).text().trim().replace(/\s+/u, " "));
    const described = calls.map((route) => `${route.method.toUpperCase()} ${route.path}`);
    expect(shown.toSorted()).toEqual(described.toSorted());
    expect($("title").text()).toBe("StackLoop API");
  });

  test("shows the fields of requests and replies, and links to nested ones", async () => {
    const $ = load((await read("/api/docs")).body);
    const tables = $("#tools_add table").toArray();
    const captions = tables.map((table) => $(table).find("caption").text());
    expect(captions).toEqual(["Body: NewTool", "Reply: AddedTool"]);
    for (const table of tables) expect($(table).find("th").text()).toContain("releaseNotes");
    const links = $('main a[href^="#"]').toArray();
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect($(`${$(link).attr("href")} th`).length).toBeGreaterThan(0);
  });

  test("has contents by groups, with links to every call", async () => {
    const $ = load((await read("/api/docs")).body);
    const targets = $('nav a[href^="#"]')
      .toArray()
      .map((link) => $(link).attr("href") ?? "");
    for (const target of targets) expect($(target).length).toBe(1);
    const { paths, tags } = await readDocument();
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => `#${operationId}`),
    );
    const groups = tags.map(({ name }) => `#group-${name}`);
    expect(targets.toSorted()).toEqual([...ids, ...groups, "#schemas"].toSorted());
    for (const { name, description } of tags) expect($(`#group-${name} > p`).text()).toBe(description);
  });

  test.each([
    [
      "release-notes post",
      [
        "POST /api/ai-tools/{id}/release-notes",
        "POST /api/ai-tools/{id}/update-release-notes",
        "POST /api/update-all-release-notes",
      ],
    ],
    ["expiresInDays", ["POST /api/tokens"]],
    ["<b>nothing", []],
  ])("finds the calls that contain the words “%s”", async (query, found) => {
    const $ = load((await read(`/api/docs?q=${encodeURIComponent(query)}`)).body);
    const shown = $("article h3")
      .toArray()
      .map((heading) => $(heading).text().trim().replace(/\s+/u, " "));
    expect(shown).toEqual(found);
    expect($('[role="status"]').text()).toContain(`“${query}”`);
    expect($('input[name="q"]').attr("value")).toBe(query);
  });

  test("shows a valid example of each call", async () => {
    const $ = load((await read("/api/docs")).body);
    const { paths } = await readDocument();
    for (const { path, method: verb, procedure, reply: kind } of calls) {
      const operation = paths[path]?.[verb];
      const [line, reply] = $(`#${operation?.operationId} pre`)
        .toArray()
        .map((block) => $(block).text());
      const [, json = "{}"] = /--json '(.*)'/u.exec(line ?? "") ?? [];
      const { pathname, searchParams } = new URL(line?.match(/https?:[^\s"]+/gu)?.at(-1) ?? "");
      const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name);
      const values = new RegExp(`^${path.replaceAll(/\{\w+\}/gu, "([^/]+)")}$`, "u").exec(pathname) ?? [];
      const { input, output } = getProcedure(procedure);
      const taken = input?.safeParse({
        ...(pathname.includes("/export/") && { format: path.split("/").at(-1) }),
        ...Object.fromEntries(searchParams),
        ...JSON.parse(json),
        ...Object.fromEntries(
          names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? "")]),
        ),
      });
      expect([path, line, taken?.error?.issues ?? []]).toEqual([path, line, []]);
      const value: unknown = reply === undefined ? undefined : JSON.parse(reply);
      // A list or a file is only a part of the output.
      const shown = value === undefined || kind !== undefined ? undefined : output?.safeParse(value);
      expect([path, shown?.error?.issues ?? []]).toEqual([path, []]);
    }
  });

  test("needs nothing that its content security policy forbids", async () => {
    const { headers, body } = await read("/api/docs");
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split(";").map((directive) => {
        const [name = "", ...sources] = directive.trim().split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect([policy.get("default-src"), policy.get("style-src")]).toEqual(["'none'", "'self'"]);
    const $ = load(body);
    expect($("script, style, img, iframe, [style], base").length).toBe(0);
    expect(policy.get("form-action")).toBe("'self'");
    const attributes = $("*")
      .toArray()
      .flatMap((element) => ("attribs" in element ? Object.keys(element.attribs) : []));
    expect(attributes.filter((name) => name.startsWith("on"))).toEqual([]);
    const styles = $("link")
      .toArray()
      .map((link) => $(link).attr("href") ?? "");
    expect(styles).toEqual(["/api-docs.css"]);
    // The build copies these files unchanged to the server's root.
    const file = join(import.meta.dirname, "../../src/client/public", styles[0] ?? "");
    expect(readFileSync(file, "utf8")).not.toMatch(/url\(|@import/u);
  });
});
