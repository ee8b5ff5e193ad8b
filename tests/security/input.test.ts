import { describe, expect, test } from "vitest";

import { routes } from "#server/web/rest/routes.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

test.each([
  ["name", { name: "" }],
  ["name", { name: "a".repeat(201) }],
  ["name", { name: "a\u0000b" }],
  ["name", { name: "a\ud800" }],
  ["url", { name: "a", url: "javascript:alert(1)" }],
  ["url", { name: "a", url: "ftp://example.com" }],
  ["url", { name: "a", url: `https://example.com/${"a".repeat(2048)}` }],
  ["logoUrl", { name: "a", logoUrl: "//evil.example/x.png" }],
  ["logoUrl", { name: "a", logoUrl: "/\\evil.example" }],
  ["logoUrl", { name: "a", logoUrl: "/../etc/passwd" }],
  ["tags", { name: "a", tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
  ["tags.0", { name: "a", tags: ["a".repeat(51)] }],
  ["tags", { name: "a", tags: "a,b" }],
  ["notes", { name: "a", notes: "a".repeat(20_001) }],
  ["releaseNotes.0.date", { name: "a", releaseNotes: [{ date: "", url: "https://example.com" }] }],
  ["releaseNotes.0.url", { name: "a", releaseNotes: [{ date: "2024", url: "data:text/html,x" }] }],
])("I3, I4, X2, X3: invalid input is refused at %s, and nothing is stored (%#)", async (path, body) => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const reply = await ada.call("POST", "/api/ai-tools", body);
  expect(reply.status).toBe(400);
  expect(reply.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  expect((await ada.call("GET", "/api/ai-tools")).body).toEqual([]);
});

test("I4: text at its limits is returned unchanged", async () => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const fields = {
    name: "😀".repeat(200),
    notes: `\t${"z̡̼".repeat(5_000)}\nend`,
    company: "<script>{{7*7}}</script>",
  };
  const { status, body } = await ada.call("POST", "/api/ai-tools", fields);
  expect(status).toBe(201);
  expect(body).toMatchObject(fields);
});

test.each([
  ["broken JSON", "{", "application/json", 400],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", 400],
  ["a list for an object", "[]", "application/json", 400],
  ["text", '{"name":"x"}', "text/plain", 415],
  ["a form", "name=x", "application/x-www-form-urlencoded", 415],
  ["more than 1 MB", JSON.stringify({ name: "a".repeat(1_048_600) }), "application/json", 413],
  ["50,000 levels", `{"tags":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "application/json", 400],
  ["a prototype", '{"__proto__":{"name":"x"}}', "application/json", 400],
  ["nothing", "", "application/json", 400],
])("I1, I2, I4: a body of %s is refused", async (_, body, type, status) => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const response = await fetch(`${origin}/api/ai-tools`, {
    method: "POST",
    body,
    headers: { "content-type": type, cookie: ada.cookie() },
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty("message");
});

describe("I2: a body with too many values", () => {
  test.each([
    [
      "400,000 tags",
      { name: "Claude", tags: Array(400_000).fill(0) },
      "has a list of more than 10,000 items",
    ],
    ["40,000 fields", Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [at, 0])), "10,000 items"],
    [
      "300,000 values in lists",
      { rows: Array(3000).fill(Array(100).fill(0)) },
      "has more than 150,000 values",
    ],
  ])("is refused before parsing: %s", async (_name, body, issue) => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    for (const path of ["/api/ai-tools", "/trpc/tools.add"]) {
      const reply = await ada.call("POST", path, body);
      expect([path, reply.status]).toEqual([path, 400]);
      expect(reply.body.message).toContain(issue);
    }
  });

  test("is reported in one sentence, or with its first hundred issues", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const addingTags = async (tags: unknown[]) =>
      (await ada.call("POST", "/api/ai-tools", { name: "Claude", tags })).body.issues;
    expect(await addingTags(Array(9000).fill("x".repeat(60)))).toEqual([
      { path: "tags", message: "Use at most 50 tags" },
    ]);
    expect(await addingTags(Array(900).fill(0))).toHaveLength(100);
  });
});

/** A server with one person and one item of each kind to read and change. */
async function workspace() {
  const { app, origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const add = async (path: string, body: unknown): Promise<string> =>
    (await ada.call("POST", path, body)).body.id;
  const ids = {
    tool: await add("/api/ai-tools", { name: "Orca" }),
    prompt: await add("/api/prompts", { name: "Whale", prompt: "Sing" }),
    reading: await add("/api/readings", { title: "Moby", author: "Melville" }),
  };
  return { app, origin, ada, ids };
}

test("I1: a prompt has at most 5,000 characters as people count them, and a body over 1 MB is refused", async () => {
  const { ada } = await workspace();
  const send = (prompt: string) => ada.call("POST", "/api/prompts", { name: "Whale 2", prompt });
  expect((await send("🐳".repeat(5000))).body.prompt).toBe("🐳".repeat(5000));
  expect(await send("🐳".repeat(5001))).toMatchObject({
    status: 400,
    body: { issues: [{ path: "prompt" }] },
  });
  expect((await send("x".repeat(1_048_577))).status).toBe(413);
});

const letters = (length: number) => "a".repeat(length);
const webAddress = (length: number) => "https://a.example/".padEnd(length, "a");
const list = (length: number) => Array.from({ length }, (_, index) => `tag ${index}`);

/** The limit of each field. A value at the limit is accepted. A longer one is refused with an error at the field. */
const BOUNDS: readonly (readonly [string, string, number, (length: number) => unknown])[] = [
  ["/api/ai-tools", "name", TEXT_LIMITS.name, letters],
  ["/api/ai-tools", "url", TEXT_LIMITS.url, webAddress],
  ["/api/ai-tools", "logoUrl", TEXT_LIMITS.url, webAddress],
  ["/api/ai-tools", "capabilities", TEXT_LIMITS.mediumText, letters],
  ["/api/ai-tools", "notes", TEXT_LIMITS.notes, letters],
  ["/api/ai-tools", "tags", TEXT_LIMITS.tags, list],
  ["/api/ai-tools", "industry", TEXT_LIMITS.tag, letters],
  ["/api/prompts", "name", TEXT_LIMITS.name, letters],
  ["/api/prompts", "purpose", TEXT_LIMITS.mediumText, letters],
  ["/api/prompts", "notes", TEXT_LIMITS.notes, letters],
  ["/api/readings", "title", TEXT_LIMITS.name, letters],
  ["/api/readings", "author", TEXT_LIMITS.name, letters],
  ["/api/readings", "year", 2100, (year) => year],
  ["/api/readings", "notes", TEXT_LIMITS.notes, letters],
];

const NEEDED: Readonly<Record<string, object>> = {
  "/api/ai-tools": { name: "x" },
  "/api/prompts": { name: "x", prompt: "x" },
  "/api/readings": { title: "x", author: "x" },
};

test.each(BOUNDS)(
  "I3: %s accepts values of %s up to the limit, and names the field beyond it",
  async (path, field, max, valueOf) => {
    const { ada } = await workspace();
    const needed = NEEDED[path];
    expect(await ada.call("POST", path, { ...needed, [field]: valueOf(max) })).toMatchObject({ status: 201 });
    const { status, body } = await ada.call("POST", path, { ...needed, [field]: valueOf(max + 1) });
    const paths = body.issues.map((issue: { path: string }) => issue.path);
    expect([status, ...new Set(paths)]).toEqual([400, field]);
  },
);

test("I3: a comment has at most 10,000 characters", async () => {
  const { ada, ids } = await workspace();
  const send = (content: string) => ada.call("POST", `/api/readings/${ids.reading}/comments`, { content });
  expect([(await send("a".repeat(10_000))).status, (await send("a".repeat(10_001))).status]).toEqual([
    201, 400,
  ]);
});

const HOSTILE_TEXTS = [
  "'",
  '"',
  ";--",
  "%",
  "_",
  "\\",
  "' OR 1=1 --",
  "'; DROP TABLE ai_tools; --",
  "x' UNION SELECT * FROM users --",
  "%'; ATTACH 'x' AS y; --",
  "*",
  "name:*",
  '"a" NEAR("b", 1)',
  "a".repeat(3000),
  "%_".repeat(1500),
];

test.each(HOSTILE_TEXTS)(
  "I5: a text is treated literally in addresses, searches and exports (%#)",
  async (text) => {
    const { app, ada, ids } = await workspace();
    await buildPerson(app, "grace");
    const word = encodeURIComponent(text);
    const input = (value: unknown) => encodeURIComponent(JSON.stringify(value));
    const calls: [string, string, unknown?][] = [
      ["GET", `/api/ai-tools/${word}`],
      ["PUT", `/api/ai-tools/${word}`, { name: "x" }],
      ["DELETE", `/api/prompts/${word}`],
      ["GET", `/api/readings/${word}/comments`],
      ["GET", `/api/ai-tools/export/json?selectedIds=${word}`],
      ["GET", `/api/ai-tools?cursor=${word}`],
      ["GET", `/trpc/search.all?input=${input({ q: text })}`],
      ["GET", `/trpc/search.all?input=${input({ q: `tag:"${text}" by:${text}` })}`],
      ["GET", `/trpc/news.timeline?input=${input({ search: text })}`],
      ["GET", `/trpc/papers.timeline?input=${input({ search: text })}`],
      ["POST", "/api/login", { username: text, password: text }],
    ];
    for (const [method, path, body] of calls) {
      const { status } = await ada.call(method, path, body);
      expect({ path, isPlain: status < 500 }).toEqual({ path, isPlain: true });
    }
    const { body } = await ada.call("POST", "/api/ai-tools", { name: "Seal", notes: text });
    expect(body.notes).toBe(text);
    const { body: tools } = await ada.call("GET", "/api/ai-tools");
    expect(new Set(tools.map(({ id }: { id: string }) => id))).toEqual(new Set([ids.tool, body.id]));
  },
);

test("I5: a search matches words and no pattern", async () => {
  const { ada } = await workspace();
  await ada.call("POST", "/api/ai-tools", { name: "Percent 100%" });
  const found = async (q: string): Promise<number> =>
    (await ada.call("GET", `/trpc/search.all?input=${encodeURIComponent(JSON.stringify({ q }))}`)).body.result
      .data.items.length;
  expect([
    await found("Percent"),
    await found("Perc%"),
    await found("O_ca"),
    await found("' OR 1=1"),
  ]).toEqual([1, 0, 0, 0]);
});

test.each([
  ["/api/ai-tools", { name: ["Orca"] }],
  ["/api/ai-tools", { name: { $ne: null } }],
  ["/api/ai-tools", { name: "Seal", tags: "a,b" }],
  ["/api/ai-tools", { name: "Seal", releaseNotes: { 0: "x" } }],
  ["/api/readings", { title: "T", author: "A", year: "2024abc" }],
  ["/api/readings", { title: "T", author: "A", year: 2024.5 }],
  ["/api/readings", { title: "T", author: "A", year: [2024] }],
  ["/api/login", { username: { $ne: null }, password: ["x"] }],
])("I7: %s refuses values of the wrong type (%#)", async (path, body) => {
  const { ada } = await workspace();
  expect((await ada.call("POST", path, body)).status).toBe(400);
});

test.each([
  "limit=1&limit=2",
  "limit[]=1",
  "limit[a]=1",
  "limit=NaN",
  "limit=1e999",
  "limit=-1",
  "cursor=a&cursor=b",
])("I7: a list accepts each parameter once, in its type: %s", async (query) => {
  const { ada } = await workspace();
  const { status, body } = await ada.call("GET", `/api/ai-tools?${query}`);
  expect([status === 400 || body.length === 1, status]).toEqual([true, expect.any(Number)]);
});

test("I7: a number out of range is refused", async () => {
  const { origin, ada } = await workspace();
  const headers = { "content-type": "application/json", cookie: ada.cookie() };
  const body = '{"title":"T","author":"A","year":1e999}';
  expect((await fetch(`${origin}/api/readings`, { method: "POST", headers, body })).status).toBe(400);
});

test("I8: the last of duplicate keys counts, and unknown keys are refused", async () => {
  const { origin, ada, ids } = await workspace();
  const headers = { "content-type": "application/json", cookie: ada.cookie() };
  const send = (path: string, more: string) => {
    const body = `{"name":"a","name":"b","id":"x","userId":"y","dateUpdated":"1999-01-01T00:00:00Z"${more}}`;
    return fetch(origin + path, { method: "POST", headers, body });
  };
  for (const path of ["/api/ai-tools", "/trpc/tools.add"]) {
    expect((await send(path, "")).ok).toBe(true);
    expect((await send(path, ',"role":"admin"')).status).toBe(400);
    expect((await send(path, ',"isAdmin":true')).status).toBe(400);
  }
  const { body: user } = await ada.call("GET", "/api/user");
  const tools: Tool[] = (await ada.call("GET", "/api/ai-tools")).body;
  const added = tools.filter(({ id }) => id !== ids.tool);
  expect(added.map(({ name, userId }) => [name, userId])).toEqual([
    ["b", user.id],
    ["b", user.id],
  ]);
  expect(added.map(({ id }) => id)).not.toContain("x");
  expect(JSON.stringify(added)).not.toMatch(/1999-01|isAdmin|role/u);
  expect(user.role).toBe("user");
});

const NUL = "a\u0000b";

describe("I4: a NUL, which not every database can store,", () => {
  test("is refused as invalid input in every field, over REST and tRPC", async () => {
    const { app, origin } = await testServer();
    const ada = await buildPerson(app, "ada", "admin");
    const call = (method: string, path: string, body: object) =>
      restClient(origin).call(method, path, body, { cookie: ada.cookie });
    const { body: tool } = await call("POST", "/api/ai-tools", { name: "Orca" });
    const { body: prompt } = await call("POST", "/api/prompts", { name: "Ask", prompt: "Why?" });
    const { body: reading } = await call("POST", "/api/readings", { title: "Emma", author: "Jane Austen" });
    const typed: [method: string, path: string, procedure: string, input: object][] = [
      ["POST", "/api/ai-tools", "tools.add", { name: NUL }],
      ["PUT", `/api/ai-tools/${tool.id}`, "tools.edit", { id: tool.id, tags: [NUL] }],
      ["POST", "/api/prompts", "prompts.add", { name: NUL, prompt: "Why?" }],
      ["PUT", `/api/prompts/${prompt.id}`, "prompts.edit", { id: prompt.id, purpose: NUL }],
      ["POST", "/api/readings", "readings.add", { title: NUL, author: "Jane Austen" }],
      ["PUT", `/api/readings/${reading.id}`, "readings.edit", { id: reading.id, topic: NUL }],
      [
        "POST",
        `/api/readings/${reading.id}/comments`,
        "comments.add",
        { readingId: reading.id, parentId: null, content: NUL },
      ],
      ["POST", "/api/tokens", "tokens.create", { name: NUL, scope: "read" }],
      ["PATCH", "/api/user", "account.edit", { displayName: NUL }],
      ["POST", "/api/register", "auth.register", { username: NUL, password: "secret-pass" }],
    ];
    for (const [method, path, procedure, input] of typed) {
      const replies = [await call(method, path, input), await call("POST", `/trpc/${procedure}`, input)];
      expect([procedure, ...replies.map(({ status }) => status)]).toEqual([procedure, 400, 400]);
    }
    expect(
      (await restClient(origin).call("GET", "/api/ai-tools", undefined, { cookie: ada.cookie })).body,
    ).toEqual([tool]);
  });

  test("causes no error in any call, in its address or body", async () => {
    const { app, origin } = await testServer();
    const ada = await buildPerson(app, "ada", "admin");
    const filter = new URLSearchParams(
      ["q", "search", "cursor", "kind", "tag", "source", "category", "token", "since", "by"].map((name) => [
        name,
        NUL,
      ]),
    );
    const keys = [
      "id",
      "name",
      "username",
      "password",
      "token",
      "title",
      "url",
      "section",
      "view",
      "rows",
      "content",
    ];
    const body = Object.fromEntries(keys.map((key) => [key, NUL]));
    const answered: [string, number][] = [];
    for (const { method, path, procedure } of routes) {
      // These calls end the session or start unrelated work.
      if (/logout|OtherSessions|fetch/iu.test(procedure)) continue;
      const address = path.replaceAll(/\{\w+\}/gu, encodeURIComponent(NUL));
      const isRead = method === "get";
      const { status } = await restClient(origin).call(
        method.toUpperCase(),
        isRead ? `${address}?${filter}` : address,
        isRead || method === "delete" ? undefined : body,
        { cookie: ada.cookie },
      );
      answered.push([`${method} ${path}`, status]);
    }
    expect(answered.length).toBeGreaterThan(60);
    expect(answered.filter(([, status]) => status >= 500)).toEqual([]);
    // Otherwise the result would mean little.
    const me = await restClient(origin).call("GET", "/api/user", undefined, { cookie: ada.cookie });
    expect(me.status).toBe(200);
  });
});
