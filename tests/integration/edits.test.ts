import { describe, expect, test } from "vitest";

import { buildPerson } from "#tests/support/people.ts";
import { type RestClient, restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const KINDS = [
  { path: "/api/ai-tools", item: { name: "Claude", tags: ["chat"] }, change: { notes: "Ten seats" } },
  { path: "/api/prompts", item: { name: "Guide", prompt: "Act" }, change: { purpose: "Fun" } },
  { path: "/api/readings", item: { title: "Emma", author: "Austen", year: 1815 }, change: { topic: "Love" } },
];

const FULL_TOOL = {
  name: "Whisper",
  tags: ["audio", "speech"],
  url: "https://example.com/",
  releaseNotes: [{ date: "2026-01-01", url: "https://example.com/1" }],
};

async function library() {
  const { app, origin } = await testServer();
  return { app, origin, ada: await signedUp(origin, "ada") };
}

const lastSeq = async (client: RestClient): Promise<number> =>
  (await client.call("GET", "/api/events")).body.lastSeq;

describe.each(KINDS)("an item of $path", ({ path, item, change }) => {
  test("saves nothing for an unchanged edit: no version, event, date, revision or ETag", async () => {
    const { app, ada } = await library();
    const { body: added } = await ada.call("POST", path, item);
    const address = `${path}/${added.id}`;
    const { headers, body: list } = await ada.call("GET", path);
    const seq = await lastSeq(ada);
    app.advance(60_000);
    const writes = await app.countWrites();
    for (const body of [{}, item, added, { ...added, revision: undefined }, { ...change, ...added }])
      expect(await ada.call("PUT", address, body)).toMatchObject({ status: 200, body: added });
    expect(await app.countWrites()).toBe(writes);
    expect((await ada.call("GET", address)).body).toEqual(added);
    expect((await ada.call("GET", `${address}/versions`)).body).toHaveLength(1);
    expect(await lastSeq(ada)).toBe(seq);
    const again = await ada.call("GET", path, undefined, { "if-none-match": headers.get("etag") ?? "" });
    expect([again.status, (await ada.call("GET", path)).body]).toEqual([304, list]);
  });

  test("creates no version for a restore of the current content", async () => {
    const { ada } = await library();
    const { body: added } = await ada.call("POST", path, item);
    const restored = await ada.call("POST", `${path}/${added.id}/restore`, { revision: 1 });
    expect(restored).toMatchObject({ status: 200, body: { revision: 1 } });
  });

  test("can be read, changed and sent back completely, from the list and alone", async () => {
    const { ada } = await library();
    const { body: added } = await ada.call("POST", path, item);
    const [listed] = (await ada.call("GET", path)).body;
    const first = await ada.call("PUT", `${path}/${added.id}`, { ...listed, ...change });
    expect(first).toMatchObject({ status: 200, body: { ...change, revision: 2 } });
    const { body: read } = await ada.call("GET", `${path}/${added.id}`);
    const [field] = Object.keys(change);
    const second = await ada.call("PUT", `${path}/${added.id}`, { ...read, [field ?? ""]: null });
    expect(second).toMatchObject({ status: 200, body: { [field ?? ""]: null, revision: 3 } });
    const copy = await ada.call("POST", path, read);
    expect(copy).toMatchObject({ status: 201, body: { ...change, revision: 1 } });
    expect(copy.body.id).not.toBe(added.id);
  });

  test("refuses unknown fields by name, and stores nothing", async () => {
    const { app, ada } = await library();
    const { body: added } = await ada.call("POST", path, item);
    const writes = await app.countWrites();
    for (const [method, address] of [
      ["POST", path],
      ["PUT", `${path}/${added.id}`],
    ] as const) {
      const { status, body } = await ada.call(method, address, {
        ...item,
        ...change,
        descripton: "x",
        role: 1,
      });
      expect([status, body.message]).toEqual([
        400,
        expect.stringMatching(/^Unknown fields: descripton, role\. Known fields: .*tags/u),
      ]);
    }
    expect(await app.countWrites()).toBe(writes);
  });
});

test("refuses unknown fields in a tool's release notes", async () => {
  const { ada } = await library();
  const releaseNotes = [{ date: "2026-01-01", url: "https://example.com/1", titel: "One" }];
  const reply = await ada.call("POST", "/api/ai-tools", { ...FULL_TOOL, releaseNotes });
  expect([reply.status, reply.body.message]).toEqual([
    400,
    "Unknown field in release notes: titel. Known fields: date, url",
  ]);
});

test("saves nothing for a full tool sent back in an equivalent form", async () => {
  const { ada } = await library();
  const { body: tool } = await ada.call("POST", "/api/ai-tools", FULL_TOOL);
  const { body } = await ada.call("PUT", `/api/ai-tools/${tool.id}`, {
    name: " Whisper ",
    tags: ["Audio", "speech", "audio"],
    notes: "",
    releaseNotes: [{ url: "https://example.com/1", date: "2026-01-01" }],
  });
  expect(body).toEqual(tool);
});

test("accepts comments sent back completely, preserves dates of unchanged ones, and refuses unknown fields", async () => {
  const { app, ada } = await library();
  const { body: reading } = await ada.call("POST", "/api/readings", { title: "Emma", author: "Austen" });
  const comments = `/api/readings/${reading.id}/comments`;
  const { body: comment } = await ada.call("POST", comments, { content: "First" });
  const seq = await lastSeq(ada);
  app.advance(60_000);
  const address = `/api/comments/${comment.id}`;
  expect((await ada.call("PUT", address, comment)).body).toEqual(comment);
  expect(await lastSeq(ada)).toBe(seq);
  const [listed] = (await ada.call("GET", comments)).body;
  expect((await ada.call("PUT", address, { ...listed, content: "Second" })).body).toMatchObject({
    content: "Second",
    updatedAt: app.now().toISOString(),
  });
  for (const [method, path] of [
    ["POST", comments],
    ["PUT", address],
  ] as const)
    expect(await ada.call(method, path, { content: "x", text: "y" })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("Unknown field: text") },
    });
});

test("ignores changes of line ends alone, in items, comments and the guidance", async () => {
  const { app, origin, ada } = await library();
  const { cookie } = await buildPerson(app, "grace", "admin");
  const text = "One\r\n\r\nTwo\rThree\n";
  const stored = "One\n\nTwo\nThree\n";
  const items = [
    { path: "/api/ai-tools", item: { name: "Claude", use: text, capabilities: text, notes: text } },
    { path: "/api/prompts", item: { name: "Guide", prompt: text, purpose: text, notes: text } },
    { path: "/api/readings", item: { title: "Emma", author: "Austen", notes: text } },
  ];
  const added = [];
  for (const { path, item } of items) {
    const { body } = await ada.call("POST", path, item);
    expect(body.notes).toBe(stored);
    added.push({ path, item, body });
  }
  const { body: comment } = await ada.call("POST", `/api/items/tool:${added[0]?.body.id}/comments`, {
    content: text,
  });
  const settings = { guidance: text, servedTags: null };
  await restClient(origin).call("PUT", "/api/assistants/settings", settings, { cookie });
  // Earlier versions stored texts as they were sent.
  const old = { notes: text };
  await app.db.updateTable("ai_tools").set(old).execute();
  await app.db.updateTable("prompts").set(old).execute();
  await app.db.updateTable("readings").set(old).execute();
  await app.db.updateTable("comments").set({ content: text.trim() }).execute();
  const seq = await lastSeq(ada);
  app.advance(60_000);
  for (const { path, item, body } of added) {
    const crlf = await ada.call("PUT", `${path}/${body.id}`, item);
    const lf = await ada.call("PUT", `${path}/${body.id}`, { ...body, revision: undefined });
    expect([crlf.body, lf.body]).toEqual([
      { ...body, notes: text },
      { ...body, notes: text },
    ]);
    expect((await ada.call("GET", `${path}/${body.id}/versions`)).body).toHaveLength(1);
  }
  expect((await ada.call("PUT", `/api/comments/${comment.id}`, { content: stored })).body.updatedAt).toBe(
    comment.updatedAt,
  );
  const lf = { ...settings, guidance: stored };
  await restClient(origin).call("PUT", "/api/assistants/settings", lf, { cookie });
  const rows = [{ name: "Claude", notes: stored }];
  expect((await ada.call("POST", "/api/ai-tools/import", { rows })).body).toMatchObject({ skipped: 1 });
  expect(await lastSeq(ada)).toBe(seq);
});

test("accepts a complete profile sent back, and refuses unknown fields", async () => {
  const { app, ada } = await library();
  const { body: user } = await ada.call("GET", "/api/user");
  const writes = await app.countWrites();
  expect((await ada.call("PATCH", "/api/user", user)).body).toEqual(user);
  expect(await app.countWrites()).toBe(writes);
  const changed = await ada.call("PATCH", "/api/user", { ...user, displayName: "Ada L." });
  expect(changed.body).toEqual({ ...user, displayName: "Ada L." });
  const refused = await ada.call("PATCH", "/api/user", { name: "Ada" });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "Unknown field: name. Known fields: displayName, firstName, lastName, email",
  ]);
});

test("accepts a complete vote sent back, and saves nothing for an unchanged one", async () => {
  const { app, ada } = await library();
  const { body: tool } = await ada.call("POST", "/api/ai-tools", FULL_TOOL);
  const path = `/api/ai-tools/${tool.id}/vote`;
  const { body: voted } = await ada.call("PUT", path, { ring: "trial", note: "Good" });
  app.advance(60_000);
  const writes = await app.countWrites();
  expect(await ada.call("PUT", path, voted.votes[0])).toMatchObject({ status: 200, body: voted });
  expect(await app.countWrites()).toBe(writes);
  const changed = await ada.call("PUT", path, { ...voted.votes[0], ring: "adopt" });
  expect(changed.body.votes).toMatchObject([{ ring: "adopt", note: "Good" }]);
});

test("accepts a display name at sign-up", async () => {
  const { origin } = await testServer();
  const person = { username: "bob", password: "secret-pass", displayName: "Bob B." };
  expect((await restClient(origin).call("POST", "/api/register", person)).body).toMatchObject({
    displayName: "Bob B.",
  });
});

test.each([
  ["POST", "/api/tokens", { name: "Script", expiresindays: 1 }, "expiresindays"],
  ["POST", "/api/follows", { view: { section: "tools", filter: { serach: "x" } } }, "serach"],
  ["POST", "/api/ai-tools/import", { rows: [], dryrun: true }, "dryrun"],
  ["POST", "/api/ai-tools/TOOL/restore", { revision: 1, baserevision: 1 }, "baserevision"],
  ["POST", "/api/ai-tools/TOOL/verdicts", { revision: 0, ring: "hold", reason: "x", why: "y" }, "why"],
  ["PUT", "/api/ai-tools/TOOL/vote", { ring: "hold", comment: "y" }, "comment"],
  ["POST", "/api/ai-tools/TOOL/aliases", { alias: "x", name: "y" }, "name"],
  ["POST", "/api/user/password", { currentPassword: "a", newPassword: "bcdefgh", repeat: "y" }, "repeat"],
])("%s %s refuses a misspelled field instead of ignoring it (%#)", async (method, path, body, name) => {
  const { ada, app } = await library();
  const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
  const writes = await app.countWrites();
  const reply = await ada.call(method, path.replace("TOOL", tool.id), body);
  expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(name)]);
  expect(await app.countWrites()).toBe(writes);
});

test("accepts an unchanged settings page for assistants", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "grace", "admin");
  const call = (method: string, body?: unknown) =>
    restClient(origin).call(method, "/api/assistants/settings", body, { cookie });
  const { body: settings } = await call("GET");
  expect(await call("PUT", settings)).toMatchObject({ status: 200, body: settings });
});
