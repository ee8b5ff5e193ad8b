import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readConfig } from "#server/config/config.ts";
import { createFeedStore } from "#server/features/sources/sources.service.ts";
import { createUser } from "#server/features/users/users.service.ts";
import { createIntegrations } from "#server/outside/integrations.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { REFUSED_IN_DEMO } from "#server/web/trpc/trpc.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { program, usersOf, withAda } from "#tests/support/program.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testApp, testServer } from "#tests/support/test-app.ts";

async function demoServer() {
  const { app, origin } = await testServer({ DEMO: "on" });
  await createUser(app, { username: "demo", password: PASSWORD, role: "admin" });
  await createUser(app, { username: "sam", password: PASSWORD });
  return { app, origin };
}

const SENTENCE = "The demo doesn't allow this. Install StackLoop to use everything.";

describe("without DEMO=on", () => {
  test("nobody can sign in as a shared account", async () => {
    const { app, origin } = await testServer();
    await createUser(app, { username: "demo", password: PASSWORD, role: "admin" });
    const client = restClient(origin);
    const reply = await client.call("POST", "/trpc/auth.enterDemo", { role: "admin" });
    expect(reply.status).toBe(404);
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect((await client.call("GET", "/api/auth/entry")).body.isDemo).toBe(false);
  });
});

describe("with DEMO=on", () => {
  test.each([
    ["admin", "demo"],
    ["user", "sam"],
  ])("a visitor signs in as %s with one call, and leaves no trace of their browser", async (role, name) => {
    const { app, origin } = await demoServer();
    const client = restClient(origin);
    expect((await client.call("GET", "/api/auth/entry")).body.isDemo).toBe(true);
    expect((await client.call("POST", "/trpc/auth.enterDemo", { role })).status).toBe(200);
    expect((await client.call("GET", "/api/user")).body).toMatchObject({ username: name, role });
    const { sess } = await app.db.selectFrom("session").select("sess").executeTakeFirstOrThrow();
    expect(JSON.parse(sess)).toMatchObject({ userAgent: null });
  });

  test("administrators' mutations and those on accounts, files and other sites are refused", async () => {
    const { origin } = await demoServer();
    const client = restClient(origin);
    await client.call("POST", "/trpc/auth.enterDemo", { role: "admin" });
    const mutations = procedureNames.filter((name) => getProcedure(name).type === "mutation");
    const refused = mutations.filter((name) => {
      const { access, needsSession } = getProcedure(name);
      return access === "admin" || needsSession || REFUSED_IN_DEMO.includes(name);
    });
    expect(refused).toEqual(expect.arrayContaining([...REFUSED_IN_DEMO]));
    for (const name of [...refused, "auth.register", "auth.login", "auth.resetPassword"]) {
      const { status, body } = await client.call("POST", `/trpc/${name}`, {});
      expect([name, status, body.error.message]).toEqual([name, 403, SENTENCE]);
    }
    const { status } = await client.call("POST", "/api/ai-tools", { name: "Claude" });
    expect(status).toBe(201);
  });

  test("nothing more is stored once the database is full", async () => {
    const { app, origin } = await demoServer();
    const client = restClient(origin);
    await client.call("POST", "/trpc/auth.enterDemo", { role: "user" });
    app.database.measureSize = () => Promise.resolve({ bytes: 100_000_000, logBytes: 30_000_000 });
    const { status, body } = await client.call("POST", "/api/ai-tools", { name: "Claude" });
    expect([status, body.message]).toEqual([503, "The demo is full. Its content is reset every night."]);
    expect((await client.call("GET", "/api/ai-tools")).status).toBe(200);
  });

  test("it requests no other site, regardless of the settings", async () => {
    const app = await testApp();
    const config = readConfig({
      DEMO: "on",
      PERPLEXITY_API_KEY: "pplx-1",
      GOOGLE_NEWS_URL: "https://news.google.com/rss/search",
      OUTBOUND_ALLOW: "localhost:11434",
      NIGHTLY_CRON: "0 1 * * *",
      RATE_LIMITS: "off",
      SIGNUP: "open",
    });
    expect(config).toMatchObject({
      nightlyCron: null,
      newsCron: null,
      backupCron: null,
      outboundAllow: [],
      signup: "closed",
      hasRateLimits: true,
    });
    const { pictures, books, answers } = createIntegrations({
      config,
      workers: inlineWorkers(),
      publicUrl: "http://localhost",
      feedStore: createFeedStore({ db: app.db, log: app.log, now: app.now }),
      now: () => new Date(),
      resolve: () => expect.fail("a name was resolved"),
    });
    expect(answers).toBeNull();
    const url = "https://example.com/a.png";
    const sentence = "The demo doesn't connect to other sites";
    await expect(pictures.fetch(url)).rejects.toThrow(sentence);
    await expect(books.byIsbn("9780141439587")).rejects.toThrow(sentence);
  });

  test("it needs a database file", () => {
    expect(() => readConfig({ DEMO: "on", DATABASE_URL: "postgres://localhost/team" })).toThrow(
      "DEMO=on needs a database file of its own",
    );
  });
});

const fileUrl = (folder: string) => `file:${join(folder, "data/stackloop.db")}`;

test("a demo refuses a database with accounts, and leaves it unchanged", async () => {
  const stackloop = await withAda();
  const { code, stderr } = await stackloop.run(["serve"], { DEMO: "on" });
  expect(code).toBe(1);
  expect(stderr.at(-1)).toContain("is not the database of a demo");
  expect(await usersOf(stackloop)).toContain("ada");
});

test("each start of a demo resets its content", { tags: ["thorough"] }, async () => {
  const stackloop = program();
  const DATABASE_URL = fileUrl(stackloop.folder);
  const signIn = async (origin: string) => {
    const client = restClient(origin);
    await client.call("POST", "/trpc/auth.enterDemo", { role: "user" });
    return client;
  };
  const names = async (origin: string): Promise<string[]> =>
    (await (await signIn(origin)).call("GET", "/api/ai-tools")).body.map(
      ({ name }: { name: string }) => name,
    );
  const first = await stackloop.serve({ DATABASE_URL }, ["--serve"], "demo");
  expect((await (await signIn(first.origin)).call("POST", "/api/ai-tools", { name: "Mine" })).status).toBe(
    201,
  );
  expect(await names(first.origin)).toContain("Mine");
  expect(await first.stop("SIGTERM")).toBe(0);
  const second = await stackloop.serve({ DATABASE_URL, DEMO: "on" });
  const tools = await names(second.origin);
  expect(tools).not.toContain("Mine");
  expect(tools).toContain("ChatGPT");
  expect(await second.stop("SIGTERM")).toBe(0);
});
