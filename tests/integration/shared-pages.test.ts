import { beforeAll, expect, test } from "vitest";

import { publishBrief } from "#server/features/briefs/briefs.service.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { createSharedPage } from "#server/features/shared-pages/shared-pages.service.ts";
import { briefDraftSchema } from "#shared/brief/briefs.ts";
import { newSharedPageSchema } from "#shared/shared-pages/shared-pages.ts";
import { createOnce } from "#tests/support/cleanup.ts";
import { decideNow, makeWorld, type World } from "#tests/support/verdict-team.ts";

const NASTY = `<img src=x onerror=alert(1)> & "co"`;

async function library() {
  const world = await makeWorld();
  const { app, ada, grace } = world;
  const toolId = await world.addTool(NASTY, {
    industry: "finance",
    modality: "text",
    url: "https://tool.example",
  });
  await decideNow(world, grace, toolId, "adopt", { reason: "<b>It pays</b>" });
  await addComment(app, ada, {
    ref: `tool:${toolId}`,
    parentId: null,
    content: "Nobody outside reads this.",
  });
  const draft = briefDraftSchema.parse({
    from: "2026-11-16",
    to: "2026-11-22",
    headline: "A week",
    sections: [],
  });
  const { id: briefId } = await publishBrief(app, grace, draft);
  return { world, briefId };
}

const onceLibrary = createOnce(library);
let world: World;
let briefId: string;
beforeAll(() => {
  ({ world, briefId } = onceLibrary());
});

const share = (input: object) => createSharedPage(world.app, world.grace, newSharedPageSchema.parse(input));

async function read(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test.each([["radar"], ["landscape"], ["brief"]])(
  "a shared %s is read without signing in, and runs nothing",
  async (kind) => {
    const { pageUrl } = await share({ kind, ...(kind === "brief" && { briefId }) });
    expect(pageUrl).toMatch(/\/shared\/sls_[0-9A-Za-z]{49}$/u);
    const { status, headers, html } = await read(pageUrl);
    expect(status).toBe(200);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'");
    expect(headers.get("cache-control")).toBe("private, max-age=60");
    expect(headers.get("set-cookie")).toBeNull();
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;");
    expect(html).not.toMatch(/<script|<img|<b>|@example\.com|\/tools\/|\sstyle=/u);
    expect(html.includes("&lt;b&gt;It pays&lt;/b&gt;")).toBe(kind !== "landscape");
    expect((await read(pageUrl, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  },
);

test("a shared page has right-to-left texts in their own direction", async () => {
  const name = "כלי (2)";
  const toolId = await world.addTool(name, { industry: "finance", modality: "text" });
  await decideNow(world, world.grace, toolId, "trial", { reason: "טוב (מאוד)." });
  const note = "הערה ראשונה.";
  const draft = briefDraftSchema.parse({
    from: "2026-11-16",
    to: "2026-11-22",
    headline: name,
    note,
    sections: [],
  });
  const { id } = await publishBrief(world.app, world.grace, draft);
  const htmlOf = async (input: object) => (await read((await share(input)).pageUrl)).html;
  const radar = await htmlOf({ kind: "radar" });
  expect(radar).toContain(`<td dir="auto">${name}</td>`);
  expect(radar).toContain('<td dir="auto">טוב (מאוד).</td>');
  expect(await htmlOf({ kind: "landscape" })).toContain(`<li><bdi>${name}</bdi> <small>Trial</small></li>`);
  const brief = await htmlOf({ kind: "brief", briefId: id });
  expect(brief).toContain(`<h1 dir="auto">${name}</h1>`);
  expect(brief).toContain(`<p dir="auto">${note}</p>`);
  expect(brief).toContain(`<strong><bdi>${name}</bdi></strong>`);
});

test("a shared page names only people who decided, if its administrator chose so, and never shows comments", async () => {
  for (const kind of ["radar", "brief"]) {
    const more = kind === "brief" ? { briefId } : {};
    const named = await read((await share({ kind, ...more })).pageUrl);
    const nameless = await read((await share({ kind, ...more, showsNames: false })).pageUrl);
    expect([kind, named.html.includes("grace"), nameless.html.includes("grace")]).toEqual([
      kind,
      true,
      false,
    ]);
    // Ada added the tool, and decided nothing.
    expect([named.html, nameless.html].some((html) => /\bada\b/u.test(html))).toBe(false);
    expect(nameless.html.includes("Nobody outside reads this.")).toBe(false);
    expect(named.html.includes("Nobody outside reads this.")).toBe(false);
  }
});

test("a page is rendered once a minute, and a revoked one is not found at once", async () => {
  const { id, pageUrl } = await share({ kind: "landscape" });
  expect((await read(pageUrl)).html).not.toContain("Later tool");
  await world.addTool("Later tool");
  expect((await read(pageUrl)).html).not.toContain("Later tool");
  world.app.advance(60_000);
  expect((await read(pageUrl)).html).toContain("Later tool");

  const { as, grace, ada } = world;
  expect((await as(ada)("DELETE", `/api/shared-pages/${id}`)).status).toBe(403);
  expect((await as(grace)("DELETE", `/api/shared-pages/${id}`)).status).toBe(204);
  const gone = await read(pageUrl);
  expect([gone.status, gone.html.includes("It may have been revoked.")]).toEqual([404, true]);
});

test.each(["/shared/", "/shared/sls_x", `/shared/sls_${"a".repeat(49)}`, "/shared/slf_x", "/shared/%2e%2e"])(
  "there is no page at %s",
  async (path) => {
    expect((await read(`${world.app.publicUrl}${path}`)).status).toBe(404);
  },
);

test("the secret is stored as a hash only, and isn't listed", async () => {
  const { pageUrl } = await share({ kind: "radar" });
  const secret = pageUrl.split("/").at(-1) ?? "";
  const rows = await world.app.db.selectFrom("shared_pages").selectAll().execute();
  const { body } = await world.as(world.grace)("GET", "/api/shared-pages");
  expect(JSON.stringify([rows, body])).not.toContain(secret.slice(4, 30));
  expect(body[0]).toMatchObject({ kind: "radar", title: "AI radar", by: "grace", showsNames: true });
});

test.each([
  [{ kind: "brief" }, 400, "Choose a published brief"],
  [{ kind: "radar", briefId: "x" }, 400, "Only a brief has this id"],
  [{ kind: "brief", briefId: "x" }, 404, "Brief not found"],
  [{ kind: "tools" }, 400, "Choose one of these kinds: radar, landscape, brief"],
])("sharing %o gets a clear error", async (input, status, message) => {
  const reply = await world.as(world.grace)("POST", "/api/shared-pages", input);
  expect([reply.status, reply.body.message]).toEqual([status, message]);
});

test("deleting a brief deletes its shared pages", async () => {
  const draft = briefDraftSchema.parse({ from: "2026-11-16", to: "2026-11-22" });
  const { id } = await publishBrief(world.app, world.grace, draft);
  const { pageUrl } = await share({ kind: "brief", briefId: id });
  expect((await read(pageUrl)).status).toBe(200);
  await world.as(world.grace)("DELETE", `/api/briefs/${id}`);
  expect((await read(pageUrl)).status).toBe(404);
});
