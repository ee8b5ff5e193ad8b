import { describe, expect, test } from "vitest";

import { startSession } from "#server/features/users/sessions.service.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

describe("tools over REST", () => {
  test("returns a created tool completely, and ignores server-only fields", async () => {
    const { app, origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const { body: user } = await ada.call("GET", "/api/user");
    const reply = await ada.call("POST", "/api/ai-tools", {
      name: " Claude ",
      url: "https://claude.ai",
      tags: ["chat", " chat", ""],
      releaseNotes: [
        { date: "2024-01-15", url: "https://example.com/old" },
        { date: "2025-03-01", url: "https://example.com/new" },
      ],
      id: "mine",
      userId: "somebody",
      dateUpdated: "1999-01-01T00:00:00.000Z",
      revision: 9,
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      name: "Claude",
      company: null,
      tags: ["chat"],
      userId: user.id,
      dateUpdated: app.now().toISOString(),
      revision: 1,
    });
    expect(reply.body.releaseNotes.map(({ date }: { date: string }) => date)).toEqual([
      "2025-03-01",
      "2024-01-15",
    ]);
    expect(reply.body.id).not.toBe("mine");
  });

  test("accepts this server's paths as image addresses in tools, prompts and readings, and no others", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    for (const [path, item, field] of [
      ["/api/ai-tools", { name: "Claude" }, "logoUrl"],
      ["/api/prompts", { name: "Greet", prompt: "Hello" }, "exampleImageUrl"],
      ["/api/readings", { title: "Emma", author: "Jane Austen" }, "imageUrl"],
    ] as const) {
      for (const address of ["/logo.png", "/images/my logo.svg?v=2"]) {
        const { status, body } = await ada.call("POST", path, { ...item, [field]: address });
        expect([status, body[field]]).toEqual([201, address]);
      }
      const format = "json";
      const rows = ["/cover.webp", "//evil.example/a.png", String.raw`/\evil.example/a.png`];
      const content = JSON.stringify(
        rows.map((address, index) => ({
          ...item,
          title: `No ${index}`,
          name: `No ${index}`,
          [field]: address,
        })),
      );
      await ada.call("POST", `${path}/import`, { format, content });
      const { body: items } = await ada.call("GET", path);
      const imported = items.filter((found: Record<string, string>) =>
        /^No \d$/u.test(found.name ?? found.title ?? ""),
      );
      const addresses = imported.map((found: Record<string, string | null>) => found[field]);
      expect(addresses).toHaveLength(3);
      expect(addresses).toContain("/cover.webp");
      expect(addresses).not.toContain(rows[1]);
      expect(addresses).not.toContain(rows[2]);
    }
  });

  test("adds a tool that already exists, and lists the existing one in the reply", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const add = (body: object) => ada.call("POST", "/api/ai-tools", body);
    const first = await add({
      name: "Café AI",
      company: "Orca Labs",
      url: "https://www.cafe.example/?utm_source=x",
    });
    expect(first.body).not.toHaveProperty("similar");
    const { id, name, company, url } = first.body;
    const similar = [{ id, name, company, url }];
    const named = await add({ name: "CAFE  ai", company: "orca labs" });
    expect([named.status, named.body.similar]).toEqual([201, similar]);
    const other = await add({ name: "Café AI", company: "Another", url: "https://another.example" });
    expect(other.body).not.toHaveProperty("similar");
    const addressed = await add({ name: "Bistro", company: "Else", url: "http://cafe.example" });
    expect(addressed.body.similar).toEqual(similar);
    // The server's reply, sent back completely, is an ordinary edit.
    const sentBack = await ada.call("PUT", `/api/ai-tools/${id}`, {
      ...addressed.body,
      ...first.body,
      notes: "Good",
    });
    expect([sentBack.status, sentBack.body.notes]).toEqual([200, "Good"]);
    await ada.call("DELETE", `/api/ai-tools/${id}`);
    expect((await add({ name: "Brasserie", url: "cafe.example" })).body.similar).toMatchObject([
      { name: "Bistro" },
    ]);
  });

  test("accepts a release note as only an address, stored as undated", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const releaseNotes = ["example.com/a", { date: "2026-01-01", url: "https://example.com/b" }];
    const stored = [
      { date: "2026-01-01", url: "https://example.com/b" },
      { date: "Undated", url: "https://example.com/a" },
    ];
    const added = await ada.call("POST", "/api/ai-tools", { name: "Claude", releaseNotes });
    expect([added.status, added.body.releaseNotes]).toEqual([201, stored]);
    const edited = await ada.call("PUT", `/api/ai-tools/${added.body.id}`, {
      releaseNotes: ["https://example.com/c"],
    });
    expect(edited.body.releaseNotes).toEqual([{ date: "Undated", url: "https://example.com/c" }]);
    const called = await ada.call("POST", "/trpc/tools.add", { name: "Codex", releaseNotes });
    expect(called.body.result.data.releaseNotes).toEqual(stored);
    const refused = await ada.call("POST", "/api/ai-tools", {
      name: "Codex",
      releaseNotes: ["javascript:alert(1)"],
    });
    expect([refused.status, refused.body.message]).toEqual([400, "Please enter a valid URL"]);
  });

  test("lowercases tags and completes addresses without a scheme, on POST, PUT and import", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const typed = {
      url: "chatgpt.com",
      logoUrl: "chatgpt.com/logo.png",
      tags: ["Chat", "chat", " LLM "],
      releaseNotes: [{ date: "2024-01-15", url: "help.openai.com/notes" }],
    };
    const kept = {
      url: "https://chatgpt.com",
      logoUrl: "https://chatgpt.com/logo.png",
      tags: ["chat", "llm"],
      releaseNotes: [{ date: "2024-01-15", url: "https://help.openai.com/notes" }],
    };
    const added = await ada.call("POST", "/api/ai-tools", { name: "ChatGPT", ...typed });
    expect(added.body).toMatchObject(kept);
    const { body: bare } = await ada.call("POST", "/api/ai-tools", { name: "Codex" });
    expect((await ada.call("PUT", `/api/ai-tools/${bare.id}`, typed)).body).toMatchObject(kept);
    await ada.call("POST", "/api/ai-tools/import", { rows: [{ name: "Sora", ...typed }] });
    const { body: tools } = await ada.call("GET", "/api/ai-tools");
    expect(tools.find(({ name }: { name: string }) => name === "Sora")).toMatchObject(kept);
    const refused = await ada.call("POST", "/api/ai-tools", { name: "X", url: "javascript:alert(1)" });
    expect([refused.status, refused.body.message]).toEqual([400, "Please enter a valid URL"]);
  });

  test("accepts a partial PUT, clears with null, and increases the revision", async () => {
    const { app, origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const { body: tool } = await ada.call("POST", "/api/ai-tools", {
      name: "Claude",
      company: "Anthropic",
      notes: "x",
    });
    app.advance(60_000);
    const { body: edited } = await ada.call("PUT", `/api/ai-tools/${tool.id}`, { notes: null, use: "Chat" });
    expect(edited).toEqual({
      ...tool,
      notes: null,
      use: "Chat",
      revision: 2,
      dateUpdated: app.now().toISOString(),
    });
  });

  test.each([
    ["/api/ai-tools", { name: "Claude" }, { company: "Anthropic", url: "https://claude.ai", version: "4" }],
    ["/api/prompts", { name: "Guide", prompt: "Act" }, { purpose: "Travel", promptAuthor: "Ada" }],
    ["/api/readings", { title: "Emma", author: "Jane Austen" }, { year: 1815, topic: "Novels", notes: "x" }],
  ])(
    "clears every optional field under %s with null, including lists, and is no revision",
    async (path, least, more) => {
      const { origin } = await testServer();
      const ada = await signedUp(origin, "ada");
      const lists = {
        tags: ["chat"],
        ...(path === "/api/ai-tools" && { releaseNotes: [{ date: "2026-01-01", url: "https://claude.ai" }] }),
      };
      const { body: bare } = await ada.call("POST", path, { ...least, tags: null });
      expect(bare.tags).toEqual([]);
      const { body: full } = await ada.call("POST", path, { ...least, ...more, ...lists });
      expect(full).toMatchObject({ ...more, ...lists });
      const nulls = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
      const cleared = await ada.call("PUT", `${path}/${full.id}`, {
        ...nulls(more),
        ...nulls(lists),
        revision: null,
      });
      expect(cleared).toMatchObject({
        status: 200,
        body: {
          ...nulls(more),
          ...Object.fromEntries(Object.keys(lists).map((name) => [name, []])),
          revision: 2,
        },
      });
      const required = Object.keys(least)[0] ?? "";
      expect((await ada.call("PUT", `${path}/${full.id}`, { [required]: null })).status).toBe(400);
    },
  );

  test("refuses an edit of an outdated revision with the current item; without one it overwrites", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const bob = await signedUp(origin, "bob");
    const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
    await bob.call("PUT", `/api/ai-tools/${tool.id}`, { name: "Bob's", revision: 1 });
    const refused = await ada.call("PUT", `/api/ai-tools/${tool.id}`, { name: "Ada's", revision: 1 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", current: { name: "Bob's", revision: 2 } },
    });
    const overwritten = await ada.call("PUT", `/api/ai-tools/${tool.id}`, { name: "Ada's" });
    expect(overwritten.body).toMatchObject({ name: "Ada's", revision: 3, userId: tool.userId });
  });

  test("refuses one of two edits of one revision at once", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
    const edits = await Promise.all(
      ["one", "two", "three"].map((name) =>
        ada.call("PUT", `/api/ai-tools/${tool.id}`, { name, revision: 1 }),
      ),
    );
    expect(edits.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
  });

  test("replies to a delete with 204 without a body, then 404", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
    const deleted = await (await signedUp(origin, "bob")).call("DELETE", `/api/ai-tools/${tool.id}`);
    expect(deleted).toMatchObject({ status: 204, body: "" });
    expect((await ada.call("DELETE", `/api/ai-tools/${tool.id}`)).status).toBe(404);
    expect((await ada.call("PUT", `/api/ai-tools/${tool.id}`, { name: "x" })).status).toBe(404);
  });

  test("reads old release notes that are only addresses", async () => {
    const { app, origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
    const releaseNotes = JSON.stringify([
      "https://example.com/old",
      { date: "2024-01-15", url: "https://example.com/new" },
    ]);
    await app.db.updateTable("ai_tools").set({ releaseNotes }).execute();
    const { body } = await ada.call("GET", `/api/ai-tools/${tool.id}`);
    expect(body.releaseNotes).toEqual([
      { date: "Undated", url: "https://example.com/old" },
      { date: "2024-01-15", url: "https://example.com/new" },
    ]);
    const added = await ada.call("POST", `/api/ai-tools/${tool.id}/release-notes`, {
      date: "2026-01-01",
      url: "https://example.com/newest",
    });
    expect(added.status).toBe(201);
    expect(added.body.releaseNotes.map(({ date }: { date: string }) => date)).toEqual([
      "2026-01-01",
      "2024-01-15",
      "Undated",
    ]);
  });
});

describe("lists", () => {
  async function withTools(count: number) {
    const server = await testServer();
    const ada = await signedUp(server.origin, "ada");
    for (let i = 0; i < count; i += 1) {
      await ada.call("POST", "/api/ai-tools", { name: `Tool ${i}` });
      if (i % 2 === 0) server.app.advance(1000);
    }
    return { ...server, ada };
  }
  const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name);

  test("are newest first, with pages without gaps or repetitions", async () => {
    const { ada } = await withTools(7);
    const { body: all } = await ada.call("GET", "/api/ai-tools");
    const seen: string[] = [];
    let path: string | undefined = "/api/ai-tools?limit=3";
    while (path !== undefined) {
      const page = await ada.call("GET", path);
      seen.push(...namesOf(page.body));
      path = /<([^>]+)>; rel="next"/u.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(namesOf(all));
    const dates = all.map(({ dateUpdated }: { dateUpdated: string }) => dateUpdated);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test("name their next page in a short header, with any other parameters", async () => {
    const { ada } = await withTools(3);
    const page = await ada.call("GET", `/api/ai-tools?limit=2&x=${"x".repeat(8000)}`);
    expect(page.headers.get("link")).toMatch(/^<\/api\/ai-tools\?limit=2&cursor=[^&]{1,200}>; rel="next"$/u);
  });

  test("have an ETag that returns 304 until any change", async () => {
    const { ada } = await withTools(2);
    const first = await ada.call("GET", "/api/ai-tools");
    const etag = first.headers.get("etag") ?? "";
    const again = await ada.call("GET", "/api/ai-tools", undefined, { "if-none-match": etag });
    expect(again).toMatchObject({ status: 304, body: "" });
    await ada.call("PUT", `/api/ai-tools/${first.body[0].id}`, { name: "Changed" });
    const changed = await ada.call("GET", "/api/ai-tools", undefined, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(namesOf(changed.body)).toContain("Changed");
  });

  test("are not shown to visitors right after a member has read them", async () => {
    const { ada, origin } = await withTools(1);
    await ada.call("GET", "/api/ai-tools");
    expect((await restClient(origin).call("GET", "/api/ai-tools")).status).toBe(401);
  });

  test("of own sessions have pages and an ETag too", async () => {
    const { app, origin } = await testServer();
    const { cookie, user } = await buildPerson(app, "ada");
    for (const userAgent of ["Phone", "Tablet"]) {
      app.advance(1000);
      await startSession(app, user.id, { ip: "127.0.0.1", userAgent });
    }
    const call = (path: string, headers = {}) =>
      restClient(origin).call("GET", path, undefined, { cookie, ...headers });
    const { body: all, headers } = await call("/api/user/sessions");
    const devices = ({ body }: Reply) => body.map(({ userAgent }: { userAgent: string | null }) => userAgent);
    const first = await call("/api/user/sessions?limit=2");
    const next = /<([^>]+)>; rel="next"/u.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(all).toHaveLength(3);
    expect([devices(first), devices(await call(next))]).toEqual([["Tablet", "Phone"], [null]]);
    const etag = headers.get("etag") ?? "";
    expect((await call("/api/user/sessions", { "if-none-match": etag })).status).toBe(304);
  });

  test.each(["limit=0", "limit=501", "limit=x", "cursor=%%%", "limit=2&cursor=abc", "limit=1&limit=2"])(
    "refuse %s",
    async (query) => {
      const { ada } = await withTools(0);
      expect((await ada.call("GET", `/api/ai-tools?${query}`)).status).toBe(400);
    },
  );
});

describe("HTTP in general", () => {
  test.each(["/api/ai-tools/%zz", "/trpc/%zz", "/%zz", "/public-objects/logos/%zz"])(
    "%s is malformed",
    async (path) => {
      const { origin } = await testServer();
      const reply = await restClient(origin).call("GET", path);
      expect([400, 404]).toContain(reply.status);
      expect(reply.body).toHaveProperty("message");
    },
  );

  test("returns 404 as JSON for unknown paths under /api, and 405 with the allowed methods", async () => {
    const { origin } = await testServer();
    const client = await signedUp(origin, "ada");
    for (const path of ["/api/nothing", "/api//users", "/API/users", "/api/ai-tools.css"]) {
      const reply = await client.call("GET", path);
      expect([path, reply.status]).toEqual([path, 404]);
    }
    const wrong = await client.call("DELETE", "/api/ai-tools");
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await client.call("PROPFIND", "/api/ai-tools")).status).toBe(405);
  });

  test.each([
    ["an unknown compression", { "content-encoding": "compress" }, 415],
    ["an unknown character set", { "content-type": "application/json; charset=koi8-r" }, 415],
    ["a broken compression", { "content-encoding": "gzip" }, 400],
  ])("refuses a body with %s", async (_, headers, status) => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const reply = await ada.call("POST", "/api/ai-tools", { name: "x" }, headers);
    expect(reply).toMatchObject({ status, body: { message: expect.stringMatching(/body/u) } });
  });
});

test.each([
  ["/api/ai-tools", "tools.add", {}, "Tool name is required"],
  ["/api/ai-tools", "tools.add", { name: 7 }, "Tool name must be text"],
  ["/api/prompts", "prompts.add", { prompt: "Sing" }, "Prompt name is required"],
  ["/api/prompts", "prompts.add", { name: "Whale", tags: "a" }, "Prompt is required"],
  ["/api/readings", "readings.add", { author: "Ada" }, "Title is required"],
  ["/api/login", "auth.login", {}, "Username is required"],
  ["/api/register", "auth.register", { username: "grace" }, "Password is required"],
  ["/api/logos/upload", "uploads.createAddress", { fileExtension: 7 }, "File extension must be text"],
])("%s without its required input reports it in words (%#)", async (path, procedure, body, message) => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const call = (to: string) => restClient(origin).call("POST", to, body, { cookie });
  expect(await call(path)).toMatchObject({ status: 400, body: { message } });
  const { issues } = (await call(path)).body;
  expect(issues[0]).toMatchObject({ message });
  expect(await call(`/trpc/${procedure}`)).toMatchObject({
    status: 400,
    body: { error: { message, data: { issues } } },
  });
});
