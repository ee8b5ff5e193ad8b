import { Writable } from "node:stream";

import { load } from "cheerio";
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { pino } from "pino";
import { expect, test } from "vitest";

import { storeNews } from "#server/features/news/news-store.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { createToken, generateToken } from "#server/features/users/tokens.service.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { follow, readAsFeed } from "#tests/support/following.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { HOSTILE_TEXTS } from "#tests/support/hostile-texts.ts";
import { newsroom, numberedArticle } from "#tests/support/newsroom.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const secretOf = (url: string): string => /slf_\w+/u.exec(url)?.[0] ?? "";

/** The program's log from now on. */
function watchLog(app: { log: unknown }): () => string {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  app.log = pino({ level: "trace" }, stream);
  return () => text;
}

test("N1: only a hash of an address is stored, it is shown once, and the log omits it", async () => {
  const { app, ada, call, publish } = await newsroom();
  await publish(numberedArticle(1));
  const log = watchLog(app);
  const { status, body } = await call(ada, "POST", "/api/follows", { view: { section: "news" } });
  const secret = secretOf(body.atomUrl);
  expect([status, secret]).toEqual([201, expect.stringMatching(/^slf_[0-9A-Za-z]{49}$/u)]);
  for (const url of [
    body.atomUrl,
    body.jsonUrl,
    `${body.atomUrl}/more`,
    body.atomUrl.replace("/feeds", "/FEEDS"),
    body.atomUrl.replace("/feeds", "//feeds"),
    `${app.publicUrl}/${secret}`,
    `${app.publicUrl}/feeds/%73lf_${secret.slice(4)}.atom`,
    `${app.publicUrl}/api/ai-tools/${secret}`,
  ]) {
    await fetch(url, { method: "POST" });
    await fetch(url);
  }
  expect((await call(ada, "GET", "/api/follows")).body).toHaveLength(1);
  const kept = JSON.stringify(await app.db.selectFrom("feed_tokens").selectAll().execute());
  const listed = JSON.stringify((await call(ada, "GET", "/api/follows")).body);
  expect(log()).toContain("/feeds/…");
  for (const text of [kept, listed, log()]) expect(text).not.toContain(secret.slice(4));
  expect(listed).not.toContain("hash");
});

test("N2: stopped and unknown addresses both get 404, and count as a visitor's calls", async () => {
  const { app, ada, call } = await newsroom({ RATE_LIMITS: "on" });
  const { id, atomUrl } = await follow(app, ada, "news");
  expect((await fetch(atomUrl)).status).toBe(200);
  expect((await call(ada, "DELETE", `/api/follows/${id}`)).status).toBe(204);
  const unknown = [
    atomUrl,
    `${app.publicUrl}/feeds/${generateToken("slf_")}.atom`,
    `${app.publicUrl}/feeds/slf_short.json`,
  ];
  const replies = await Promise.all(unknown.map((url) => fetch(url)));
  const seen = await Promise.all(replies.map(async (reply) => [reply.status, await reply.text()]));
  expect(new Set(seen.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(seen[0]?.[0]).toBe(404);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 600; tries += 1) statuses.add((await fetch(unknown[2] ?? "")).status);
  expect([...statuses]).toEqual([404, 429]);
});

test("N3: an address gives read access only to its view, while its owner has an account", async () => {
  const { app, ada, publish } = await newsroom();
  await publish(numberedArticle(1));
  await addReading(app, ada.user, newReadingSchema.parse({ title: "Middlemarch", author: "George Eliot" }));
  const feed = await follow(app, ada, "readings");
  const before = await app.countWrites();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const reply = await fetch(feed.atomUrl, { method });
    expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
  }
  const options = await fetch(feed.atomUrl, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD"]);
  expect(await app.countWrites()).toBe(before);
  for (const path of ["?section=news", "?view=%7B%7D&filter=all&cursor=1&limit=500"]) {
    expect(await readAsFeed(app, `${feed.atomUrl}${path}`)).toMatchObject({
      items: [{ title: "Middlemarch" }],
    });
  }
  const secret = secretOf(feed.atomUrl);
  const client = restClient(app.publicUrl);
  for (const path of ["/api/user", "/api/readings"]) {
    const asToken = { authorization: `Bearer ${secret}` };
    expect((await client.call("GET", path, undefined, asToken)).status).toBe(401);
    const asCookie = { cookie: `session=${secret}` };
    expect((await client.call("GET", path, undefined, asCookie)).status).toBe(401);
  }
  const apiToken = await createToken(app, ada.user, newTokenSchema.parse({ name: "Laptop" }));
  for (const other of [apiToken.token, ada.cookie.split("=")[1] ?? ""]) {
    expect((await fetch(feed.atomUrl.replace(secret, other))).status).toBe(404);
  }
  const bob = await buildPerson(app, "bob");
  const ofBob = await follow(app, bob, "readings");
  expect((await fetch(ofBob.atomUrl)).status).toBe(200);
  await app.db.deleteFrom("users").where("id", "=", bob.user.id).execute();
  expect((await fetch(ofBob.atomUrl)).status).toBe(404);
});

const ALLOWED = new Map<string, readonly string[]>([
  ["p", []],
  ["br", []],
  ["a", ["href"]],
  ["img", ["src", "alt"]],
]);

/** HTML that goes beyond StackLoop's own feeds. */
function excessOf(html: string): string[] {
  const page = load(html, null, false);
  return page("*")
    .toArray()
    .flatMap((element) => {
      const name = page(element).prop("tagName")?.toLowerCase() ?? "";
      const allowed = ALLOWED.get(name);
      if (!allowed) return [name];
      return Object.entries(page(element).attr() ?? {}).flatMap(([attribute, value]) => {
        const isFine = allowed.includes(attribute) && (attribute === "alt" || /^https?:/u.test(value));
        return isFine ? [] : [`${name} ${attribute}=${value}`];
      });
    });
}

test("N4: any text stays text in both formats", async () => {
  const { app, ada } = await newsroom();
  const texts = HOSTILE_TEXTS.map((text) => text.replaceAll("\t", " "));
  const invisible = "a\u0007b\u{d800}c\ufffed";
  await app.db.deleteFrom("ai_tools").execute();
  for (const text of texts) {
    app.advance(1000);
    await addReading(
      app,
      ada.user,
      newReadingSchema.parse({
        title: text,
        author: text,
        notes: `${text}\n\n${text}`,
        topic: text.slice(0, 200),
        tags: [text.slice(0, 50)],
      }),
    );
    await addPrompt(app, ada.user, newPromptSchema.parse({ name: text, prompt: text, purpose: text }));
    await addTool(
      app,
      ada.user,
      newToolSchema.parse({ name: text, company: text, capabilities: text, notes: text }),
    );
  }
  const claude = await addTool(app, ada.user, newToolSchema.parse({ name: "Claude", company: "Anthropic" }));
  await storeNews(
    app,
    [claude],
    [...texts, invisible].map((text, index) =>
      buildFoundArticle({
        title: `Claude ${text}`,
        excerpt: text,
        content: text,
        source: text,
        url: `https://news.example/${index}`,
      }),
    ),
  );
  app.integrations.papers = paperArchive(
    [...texts, invisible].map((text, index) =>
      buildFoundPaper(index + 1, { title: text, abstract: text, authors: text, categories: [text] }),
    ),
  );
  await fetchLatestPapers(app, quietWork());
  for (const [section, filter] of [
    ["readings"],
    ["prompts"],
    ["tools"],
    ["news"],
    ["papers"],
    ["readings", { search: "<" }],
    ["search", { search: "script" }],
    ["search", { search: "kind:paper" }],
  ] as const) {
    const { atomUrl, jsonUrl } = await follow(app, ada, section, filter);
    const atomText = await (await fetch(atomUrl)).text();
    // eslint-disable-next-line no-control-regex -- what XML can't hold
    expect(atomText).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&#(?:0|7|x7);/u);
    const atom = parseAtomFeed(atomText);
    const json = parseJsonFeed(JSON.parse(await (await fetch(jsonUrl)).text()));
    const entries = atom.entries ?? [];
    expect([section, entries.length > 0, json.items?.length]).toEqual([section, true, entries.length]);
    for (const entry of entries) {
      expect([section, excessOf(entry.content?.value ?? ""), entry.title?.type]).toEqual([
        section,
        [],
        "text",
      ]);
      expect(entry.links?.every(({ href }) => /^https?:\/\//u.test(href ?? ""))).toBe(true);
    }
    for (const item of json.items ?? []) {
      expect([section, excessOf(item.content_html ?? "")]).toEqual([section, []]);
      expect(item.url).toMatch(/^https?:\/\//u);
    }
  }
  const feed = await follow(app, ada, "readings");
  const { items = [] } = parseJsonFeed(JSON.parse(await (await fetch(feed.jsonUrl)).text()));
  const shown = new Set(items.map(({ title }) => title));
  expect(texts.slice(-50).filter((text) => !shown.has(text.trim()))).toEqual([]);
  expect((await fetch(feed.atomUrl)).headers.get("content-security-policy")).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
});

test("N5: a feed is built once a minute for any number of readers, and each address has a limit", async () => {
  const { app, ada, publish } = await newsroom({ RATE_LIMITS: "on" });
  const long = "Very long. ".repeat(2000);
  await publish(
    ...Array.from({ length: 60 }, (_, index) => ({
      ...numberedArticle(index + 1),
      excerpt: long,
      content: long,
    })),
  );
  const busy = await follow(app, ada, "news");
  const other = await follow(app, ada, "news");
  const replies = await Promise.all(Array.from({ length: 125 }, () => fetch(busy.atomUrl)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(new Set(replies.map(({ headers }) => headers.get("etag"))).size).toBe(2);
  const reply = await fetch(other.atomUrl);
  expect(reply.status).toBe(200);
  const text = await reply.text();
  expect(text.match(/<entry>/gu)).toHaveLength(50);
  expect(text.length).toBeLessThan(50 * 5000);
});

test("N6: only the reader's own cache stores a feed, and no search engine lists it", async () => {
  const { app, ada } = await newsroom();
  const { atomUrl } = await follow(app, ada, "news");
  const headersOf = async (url: string) => {
    const { status, headers } = await fetch(url);
    return [
      status,
      headers.get("cache-control"),
      headers.get("x-robots-tag"),
      headers.get("referrer-policy"),
    ];
  };
  expect(await headersOf(atomUrl)).toEqual([200, "private, max-age=300", "noindex, nofollow", "no-referrer"]);
  expect(await headersOf(`${atomUrl}x`)).toEqual([404, "no-store", "noindex, nofollow", "no-referrer"]);
});

test("N7: a token can't create an address that outlives it, or stop one", async () => {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const { token } = await createToken(
    app,
    ada.user,
    newTokenSchema.parse({ name: "Script", scope: "write" }),
  );
  const { id } = await follow(app, ada, "news");
  const headers = { authorization: `Bearer ${token}` };
  const client = restClient(origin);
  for (const [method, path, body] of [
    ["POST", "/api/follows", { view: { section: "news" } }],
    ["DELETE", `/api/follows/${id}`, undefined],
  ] as const) {
    const reply = await client.call(method, path, body, headers);
    expect([reply.status, reply.body.message]).toEqual([
      403,
      "A token can't do this. Sign in with your password.",
    ]);
  }
});
