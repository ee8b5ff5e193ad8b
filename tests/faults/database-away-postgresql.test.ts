import { expect, onTestFinished, test } from "vitest";

import { readDatabase } from "#db/open-for-reading.ts";
import { replyTo } from "#server/errors.ts";
import { runSearch } from "#server/kernel/search/search.queries.ts";
import { searchRequestSchema } from "#shared/search/search.ts";
import { cutLine } from "#tests/support/cut-line.ts";
import { createDatabase, createMigratedDatabase } from "#tests/support/postgresql.ts";
import { program } from "#tests/support/program.ts";
import { restClient, signedIn } from "#tests/support/rest-client.ts";

const AWAY = {
  message: "The database cannot be reached. Try again in a moment.",
  code: "SERVICE_UNAVAILABLE",
};

/** A server whose connection to its database can be cut. */
async function serving() {
  const url = new URL(await createDatabase());
  const line = await cutLine(Number(url.port));
  const through = new URL(url);
  through.port = new URL(line.origin).port;
  const stackloop = program();
  const environment = { DATABASE_URL: through.href, RATE_LIMITS: "off" };
  await stackloop.run(["user", "create", "ada", "--admin", "--password", "secret-pass"], environment);
  const server = await stackloop.serve(environment);
  return { url: url.href, line, server, ada: await signedIn(server.origin, "ada") };
}

test("calls report an unavailable database, and nothing acknowledged is lost", async () => {
  const { url, line, server, ada } = await serving();
  const saved: string[] = [];
  const statuses: number[] = [];
  const ending = new AbortController();
  const write = async (writer: number) => {
    const person = restClient(server.origin);
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const { status, body } = await person.call(
        "POST",
        "/api/ai-tools",
        { name: `Tool ${writer}.${number}` },
        { cookie: ada.cookie() },
      );
      statuses.push(status);
      if (status === 201) saved.push(body.id);
    }
  };
  const load = Promise.all([write(1), write(2), write(3)]);
  await expect.poll(() => saved.length).toBeGreaterThan(20);

  await line.cut();
  await expect.poll(() => statuses.filter((status) => status === 503).length).toBeGreaterThan(20);
  expect(await ada.call("GET", "/api/ai-tools")).toMatchObject({ status: 503, body: AWAY });
  const ready = await fetch(`${server.origin}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "unavailable", reason: "database not responding" });
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);

  await line.stopFailing();
  const before = saved.length;
  await expect.poll(() => saved.length).toBeGreaterThan(before + 20);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  ending.abort();
  await load;
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  const stored = await readDatabase(url, (db) => db.selectFrom("ai_tools").select("id").execute());
  const ids = new Set(stored.map(({ id }) => id));
  expect(saved.filter((id) => !ids.has(id))).toEqual([]);
  expect(await server.stop("SIGTERM")).toBe(0);
}, 120_000);

test("a thread reconnects at its next search after the database was unavailable", async () => {
  const url = new URL(await createMigratedDatabase());
  const line = await cutLine(Number(url.port));
  onTestFinished(() => line.close());
  url.port = new URL(line.origin).port;
  const request = searchRequestSchema.parse({ q: "whales" });
  const search = () => runSearch({ databaseUrl: url.href, request, offset: 0 });
  await line.cut();
  const refusal: unknown = await search().catch((error: unknown) => error);
  expect(replyTo(refusal, "")).toMatchObject({ status: 503, body: AWAY });
  await line.stopFailing();
  expect(await search()).toMatchObject({ items: [] });
});

test("a server shuts down cleanly while its database is unavailable", async () => {
  const { line, server } = await serving();
  await line.cut();
  expect(await server.stop("SIGTERM")).toBe(0);
}, 120_000);
