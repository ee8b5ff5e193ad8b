import { describe, expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema, toolEditSchema } from "#shared/tools/tools.ts";
import { assistantClient, ERAS, tokenOf } from "#tests/support/assistant-client.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testServer } from "#tests/support/test-app.ts";

interface Message {
  id?: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the expectations look into what came back
  result?: any;
  error?: { code: number; message: string };
}

/** A server with two people, and a client that sends messages by hand. */
async function world() {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const bob = await buildPerson(app, "bob");
  const { token } = await tokenOf(app, ada, "write");
  const post = (body: unknown, headers: Record<string, string> = {}, path = "/mcp") =>
    fetch(origin + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...headers },
    });
  const send = async (method: string, params?: unknown): Promise<Message> => {
    const reply = await post({ jsonrpc: "2.0", id: 1, method, params });
    expect(reply.headers.get("content-type")).toContain("application/json");
    return JSON.parse(await reply.text());
  };
  const call = async (name: string, args?: unknown) => {
    const { result } = await send("tools/call", { name, arguments: args });
    return result.isError === true ? result.content[0].text : result.structuredContent;
  };
  const addedPrompt = (name: string, prompt = "Hello {{city}}, in a {{tone:plain}} tone") =>
    addPrompt(app, ada.user, newPromptSchema.parse({ name, prompt }));
  return { app, origin, ada, bob, token, post, send, call, addedPrompt };
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

describe("a client", () => {
  test.each(["*/*", "application/json", "application/*", "text/html"])(
    "that accepts %s gets JSON",
    async (accept) => {
      const { post } = await world();
      const reply = await post(PING, { accept });
      expect([reply.status, await reply.json()]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
      expect((await post(INITIALIZED, { accept })).status).toBe(202);
      const batch = await post([PING, { ...PING, id: 2 }, INITIALIZED], { accept });
      expect(await batch.json()).toEqual([
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: 2, result: {} },
      ]);
    },
  );

  test("that reads streams gets one, with or without a trailing slash in the address", async () => {
    const { post } = await world();
    for (const path of ["/mcp", "/mcp/"]) {
      const reply = await post(PING, { accept: "application/json, text/event-stream" }, path);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      expect(await reply.text()).toContain('data: {"result":{}');
    }
    expect((await post(PING, { authorization: "" }, "/mcp/")).status).toBe(401);
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "with the revision %s connects, lists and calls",
    async (version) => {
      const { post } = await world();
      const headers = { "mcp-protocol-version": version };
      const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
      const connected = await (await post({ ...PING, method: "initialize", params: hello })).json();
      expect(connected.result.protocolVersion).toBe(version);
      const listed = await (
        await post({ ...PING, method: "tools/list", params: { cursor: null } }, headers)
      ).json();
      expect(listed.result.tools.map(({ name }: { name: string }) => name)).toContain("search");
      const params = { name: "search", arguments: { query: "x" } };
      const called = await (await post({ ...PING, method: "tools/call", params }, headers)).json();
      expect(called.result.structuredContent.results).toEqual([]);
    },
  );
});

describe("arguments", () => {
  test("that are null count as absent, in any call and at any depth", async () => {
    const { app, send, call, addedPrompt } = await world();
    await addedPrompt("Greeting");
    expect(await call("search", { query: "x", kinds: null, limit: null, next: null })).toMatchObject({
      results: [],
    });
    expect(await call("search", { query: "x", kinds: [null, "tool"] })).toMatchObject({ results: [] });
    expect(await call("whats_new", null)).toMatchObject({ news: [] });
    expect(await call("whats_new", { since: null, next: null })).toMatchObject({ news: [] });
    const filled = await call("get_prompt", { name: "greeting", values: { city: "Oslo", tone: null } });
    expect(filled.text).toBe("Hello Oslo, in a plain tone");
    expect(await call("get_prompt", { name: "greeting", values: null })).toContain("needs a value for: city");
    const added = await call("add_tool", {
      name: "Whisper",
      company: null,
      url: null,
      use: null,
      capabilities: null,
      tags: null,
      notes: null,
    });
    expect(added).toMatchObject({ title: "Whisper" });
    expect(await call("add_tool", { name: null })).toBe("name: Name is required");
    expect(
      (await send("prompts/get", { name: "greeting", arguments: { city: "Oslo", tone: null } })).result,
    ).toBeDefined();
    for (const [method, params] of [
      ["tools/list", null],
      ["tools/list", { cursor: null, _meta: null }],
      ["prompts/list", { cursor: null }],
      ["resources/templates/list", { cursor: null }],
      ["prompts/list", []],
    ] as const)
      expect([method, (await send(method, params)).error]).toEqual([method, undefined]);
    expect(await app.db.selectFrom("ai_tools").select(["company", "tags"]).execute()).toEqual([
      { company: null, tags: "[]" },
    ]);
  });

  test("that are optional and empty count as absent", async () => {
    const { app, ada, send, call, addedPrompt } = await world();
    await addedPrompt("Greeting");
    await addTool(app, ada.user, newToolSchema.parse({ name: "Orca" }));
    const empty = { kinds: "", limit: "", sort: "", next: "" };
    expect(await call("search", { query: "Orca", ...empty })).toMatchObject({ results: [{ title: "Orca" }] });
    expect(await call("search", { query: "Orca", kinds: ["", "tool"] })).toMatchObject({
      results: [{ title: "Orca" }],
    });
    expect(await call("search", { query: "", sort: "forYou" })).toMatchObject({ results: [] });
    expect(await call("fetch", { id: `prompt:${(await addedPrompt("Other")).id}`, next: " " })).toMatchObject(
      {
        title: "Other",
      },
    );
    expect(await call("whats_new", { since: "", next: "" })).toMatchObject({ news: [] });
    expect(await call("inbox", { tab: "", next: "" })).toMatchObject({ entries: [] });
    expect(await call("brief", { from: "", to: "" })).toMatchObject({ sections: expect.any(Array) });
    const reading = { title: "Emma", author: "Austen", year: "", topic: "", isbn: "", tags: "", notes: "" };
    expect(await call("add_reading", reading)).toMatchObject({ title: "Emma" });
    expect(await call("add_reading", { ...reading, author: "" })).toBe("author: Author is required");
    expect(await call("add_tool", { name: "Udio", url: "", allowDuplicate: "" })).toMatchObject({
      isNew: true,
    });
    for (const method of ["tools/list", "prompts/list", "resources/templates/list"])
      expect([method, (await send(method, { cursor: "" })).error]).toEqual([method, undefined]);
    const { id } = (await call("add_prompt", { name: "Ode", prompt: "Sing", purpose: "", notes: "" })) ?? {};
    const [kind = "", item = ""] = String(id).split(":");
    expect(kind).toBe("prompt");
    expect(await call("comment", { id: `prompt:${item}`, text: "Good", replyTo: "" })).toMatchObject({
      title: "Ode",
    });
  });

  test("are converted if unambiguous", async () => {
    const { app, ada, send, call, addedPrompt } = await world();
    await addedPrompt("Greeting");
    await addTool(app, ada.user, newToolSchema.parse({ name: "Orca" }));
    for (const args of [
      { query: "Orca", limit: "5" },
      { query: "Orca", kinds: "tool" },
      { query: "Orca", kinds: "tool, paper" },
      { query: "Orca", kinds: '["tool"]' },
      { query: "Orca", kinds: "Tools, papers", sort: "Relevance" },
      { query: "Orca", kinds: ["TOOL"] },
      '{"query":"Orca","limit":5}',
    ])
      expect((await call("search", args)).results).toHaveLength(1);
    expect(await call("search", { query: 2026 })).toMatchObject({ results: [] });
    expect(await call("inbox", { tab: "Open" })).toMatchObject({ entries: [] });
    expect(await call("add_tool", { name: "orca", allowDuplicate: "True" })).toMatchObject({ title: "orca" });
    for (const values of [{ city: 5 }, '{"city":"5"}', { city: "5" }])
      expect((await call("get_prompt", { name: "greeting", values })).text).toContain("Hello 5,");
    expect((await call("get_prompt", { name: "greeting", values: { city: true } })).text).toContain(
      "Hello true,",
    );
    const reading = {
      title: 1984,
      author: "George Orwell",
      year: "1949",
      isbn: 9780451524935,
      tags: "novel",
    };
    expect(await call("add_reading", reading)).toMatchObject({ title: "1984" });
    expect(
      await app.db.selectFrom("readings").select(["year", "isbn", "tags"]).executeTakeFirstOrThrow(),
    ).toEqual({ year: 1949, isbn: "9780451524935", tags: '["novel"]' });
    const got = await send("prompts/get", { name: "greeting", arguments: { city: 5 } });
    expect(got.result.messages[0].content.text).toContain("Hello 5,");
  });

  test.each([
    [{ query: "x", limit: true }, "limit: Limit must be a whole number"],
    [{ query: "x", limit: "0x10" }, "limit: Limit must be a whole number"],
    [{ query: "x", limit: "1e1" }, "limit: Limit must be a whole number"],
    [{ query: "x", limit: [5] }, "limit: Limit must be a whole number"],
    [{ query: "x", limit: 100 }, "limit: Limit must be at most 50"],
    [{ query: ["x"] }, "query: Query must be text"],
    [
      { query: "x", kinds: "book" },
      "kinds.0: Item 1 of kinds must be one of tool, article, paper, prompt, reading, comment",
    ],
    [{ query: "x", kinds: { tool: true } }, "kinds: Kinds must be a list"],
    [{ q: "x", query: "x" }, "Unknown field: q. Known fields: query, sort, kinds, limit, next"],
    ["x", "Invalid"],
  ])("that are invalid are refused in plain words (%#)", async (args, message) => {
    const { send } = await world();
    const { result, error } = await send("tools/call", { name: "search", arguments: args });
    expect(result?.content[0].text ?? error?.message).toContain(
      message === "Invalid" ? "must be an object" : message,
    );
  });
});

test.each([
  ["completion/complete", {}],
  ["completion/complete", undefined],
  ["completion/complete", { ref: { type: "ref/prompt", name: "x" } }],
  ["completion/complete", { ref: { type: "x" }, argument: { name: "a", value: "" } }],
  ["prompts/get", {}],
  ["prompts/get", { name: 5 }],
  ["prompts/list", { cursor: {} }],
  ["resources/read", {}],
  ["tools/call", {}],
  ["tools/call", { name: "search", arguments: 5 }],
] as const)("%s with %j is a parameter error, in one sentence", async (method, params) => {
  const { send } = await world();
  const { error } = await send(method, params);
  expect(error?.code).toBe(-32_602);
  expect(error?.message).not.toMatch(/[[{\n]|invalid_|expected/u);
});

test("tools describe their input with schema features that every client supports", async () => {
  const { send } = await world();
  const { tools } = (await send("tools/list")).result;
  expect(tools).toHaveLength(11);
  const text = JSON.stringify(tools);
  expect(text).not.toMatch(/\$schema|propertyNames|"pattern"|9007199254740991/u);
  for (const { inputSchema } of tools)
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
});

describe("a prompt", () => {
  test.each(ERAS)("is filled in by its values from search (%s)", async (era) => {
    const { origin, token, addedPrompt } = await world();
    const { id } = await addedPrompt("Größter Gruß");
    const client = await assistantClient(origin, token, era);
    const found = await client.callTool({ name: "search", arguments: { query: "Gruß", kinds: ["prompt"] } });
    const [result] = JSON.parse(JSON.stringify(found.structuredContent)).results;
    expect([result.id, result.title]).toEqual([`prompt:${id}`, "Größter Gruß"]);
    for (const name of [result.id, id, result.title, "größter gruß", " Größter Gruß "]) {
      const filled = await client.callTool({
        name: "get_prompt",
        arguments: { name, values: { city: "Oslo" } },
      });
      expect(filled.structuredContent).toMatchObject({ title: "Größter Gruß" });
    }
  });

  test("with a duplicate title needs its own name", async () => {
    const { call, addedPrompt } = await world();
    await addedPrompt("Greeting");
    await addedPrompt("Greeting");
    await addedPrompt("GREETING ALL");
    expect(await call("get_prompt", { name: "Greeting" })).toBe(
      "Several prompts have this title. Use one of these names: greeting, greeting-2",
    );
    expect(await call("get_prompt", { name: "greeting all", values: { city: "x" } })).toMatchObject({
      name: "greeting-all",
    });
    expect(await call("get_prompt", { name: "prompt:nothing" })).toBe(
      "There is no prompt named prompt:nothing",
    );
  });
});

describe("whats_new", () => {
  test.each([
    "2026-11-20",
    "2026-11-20T00:00:00Z",
    "2026-11-20T00:00",
    "2026-11-20 00:00:00",
    " 2026-11-20 ",
  ])("accepts %j", async (since) => {
    const { call } = await world();
    expect(await call("whats_new", { since })).toMatchObject({ since: "2026-11-20T00:00:00.000Z" });
  });

  test.each(["yesterday", "2026-13-40", "20", "1764000000"])("refuses %j", async (since) => {
    const { call } = await world();
    expect(await call("whats_new", { since })).toContain("Enter a date such as 2026-11-21");
  });

  test("has pages, and never shows less for a longer period", async () => {
    const { app, ada, bob, call } = await world();
    const times: string[] = [];
    const tools: string[] = [];
    for (let day = 0; day < 45; day += 1) {
      times.push(app.now().toISOString());
      app.advance(3_600_000);
      const { id } = await addTool(app, bob.user, newToolSchema.parse({ name: `Tool ${day}` }));
      tools.push(id);
      await editTool(app, bob.user, toolEditSchema.parse({ id, notes: `Note ${day}` }));
      if (day % 5 === 4) await removeTool(app, bob.user, { id: tools[day - 2] ?? "" });
      await addReading(app, ada.user, newReadingSchema.parse({ title: `Own ${day}`, author: "Ada" }));
    }
    const readAll = async (since: string) => {
      const news: string[] = [];
      const sizes: number[] = [];
      let next: string | null = null;
      do {
        const answer = await call("whats_new", { since, next });
        sizes.push(answer.news.length);
        news.push(...answer.news.map(({ did, at }: { did: string; at: string }) => `${at} ${did}`));
        next = answer.next;
      } while (next !== null);
      return { news, sizes };
    };
    const all = await readAll(times[0] ?? "");
    expect(all.sizes).toEqual([50, 49]);
    expect(new Set(all.news).size).toBe(99);
    expect(all.news.join("\n")).not.toContain("Own");
    for (const time of [times[40], times[20], times[1]]) {
      const { news } = await readAll(time ?? "");
      expect(news).toEqual(all.news.slice(0, news.length));
      expect(news.length).toBeGreaterThan(0);
    }
    expect(await call("whats_new", { next: "made-up" })).toContain("Start again without it");
    expect(await call("whats_new", { next: "1.made-up" })).toContain("Start again without it");
  });
});
