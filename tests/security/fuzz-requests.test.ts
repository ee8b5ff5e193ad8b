import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { isFileUrl } from "#db/database-url.ts";
import { createFeedStore } from "#server/features/sources/sources.service.ts";
import { createIntegrations } from "#server/outside/integrations.ts";
import { type GarbageWorld, openGarbageWorld } from "#tests/support/fuzz/garbage-world.ts";
import { fuzzRequests } from "#tests/support/fuzz/request-fuzz.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { program } from "#tests/support/program.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { isOnServer, onSqliteAlone } from "#tests/support/test-database.ts";
import { THOROUGH } from "#tests/support/thorough.ts";
import { testTiming } from "#tests/support/upstreams/test-timing.ts";

/** These requests take some seconds, or a minute on a busy machine. */
const LIMIT_MS = 240_000;
const NO_NAMES = join(import.meta.dirname, "../support/fuzz/no-names.cjs");

const ACCOUNTS = {
  admin: { username: "ada", password: PASSWORD },
  user: { username: "grace", password: PASSWORD },
};

async function garbageWorld(seed: number): Promise<GarbageWorld> {
  const world = await openGarbageWorld(seed);
  onTestFinished(() => {
    world.close();
  });
  return world;
}

/** The product with instant outside replies, and without any real host names. */
async function servingAmongGarbage(world: GarbageWorld) {
  const { app, origin } = await testServer(world.environment);
  app.integrations = createIntegrations({
    config: app.config,
    workers: app.workers,
    publicUrl: origin,
    feedStore: createFeedStore(app),
    now: app.now,
    timing: testTiming(),
    resolve: (_name, answer) => {
      answer(new Error("there is no such name"), []);
    },
  });
  await buildPerson(app, "ada", "admin");
  await buildPerson(app, "grace");
  return { app, origin };
}

const ready = (origin: string) => restClient(origin).call("GET", "/readyz");

/** Different requests for each kind of database, since most of the code is the same. */
const SEED = isOnServer() ? 2 : 1;

test(`generated requests get documented replies (seed ${SEED})`, { timeout: LIMIT_MS }, async () => {
  const world = await garbageWorld(SEED);
  const { app, origin } = await servingAmongGarbage(world);
  const { addresses } = world;
  const { findings, calls, succeeded } = await fuzzRequests({
    origin,
    accounts: ACCOUNTS,
    spared: new Set(),
    seed: SEED,
    count: 1900,
    addresses,
  });
  expect(findings).toEqual([]);
  // Otherwise the test would prove little: a request refused at the first check reaches no other code.
  expect(succeeded.size).toBeGreaterThan(calls.length / 2);
  expect(await ready(origin)).toMatchObject({ status: 200 });
  if (!isFileUrl(app.database.url)) return;
  const { rows } = await sql`pragma integrity_check`.execute(app.db);
  expect(rows).toEqual([{ integrity_check: "ok" }]);
});

onSqliteAlone("how the program is built, which the kind of its database does not change", () => {
  test("the built program replies the same way", { timeout: LIMIT_MS, ...THOROUGH }, async () => {
    const stackloop = program();
    for (const { username, password } of Object.values(ACCOUNTS)) {
      const role = username === "ada" ? ["--admin"] : [];
      await stackloop.run(["user", "create", username, "--password", password, ...role]);
    }
    const { origin } = await stackloop.serve({
      RATE_LIMITS: "off",
      NEWS_CRON: "",
      BACKUP_CRON: "",
      LOG_LEVEL: "info",
      NODE_OPTIONS: `--require "${NO_NAMES}"`,
    });
    const { findings } = await fuzzRequests({
      origin,
      accounts: ACCOUNTS,
      spared: new Set(),
      seed: 3,
      count: 1800,
      addresses: [],
    });
    expect(findings).toEqual([]);
    expect(await ready(origin)).toMatchObject({ status: 200 });
  });
});

test("an address with invalid escapes is malformed, for the built program too", async () => {
  const { origin } = await program().serve({});
  const ada = await signedUp(origin, "ada");
  for (const path of ["/trpc/tools.list%c3", "/api/ai-tools/%zz", "/prompts%c3"])
    expect(await ada.call("GET", path)).toMatchObject({
      status: 400,
      body: { message: "The address is malformed" },
    });
});
