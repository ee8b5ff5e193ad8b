import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { DatabaseError } from "#db/errors.ts";
import { SCHEMA_VERSION } from "#db/migrations/index.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { indexLatestChanges } from "#server/kernel/search/search-index.service.ts";
import { createWorkers } from "#server/workers/workers.ts";
import type { JobOverview, JobRun } from "#shared/operations/jobs.ts";
import {
  damage,
  damageTable,
  damageBeyondQuickCheck,
  foreignDatabase,
  hashOf,
  setNewerVersion,
} from "#tests/support/database-files.ts";
import { writeEmptyDatabase } from "#tests/support/empty-database.ts";
import { program, usersOf, withAda } from "#tests/support/program.ts";
import { restClient, type RestClient, signedIn, signedUp } from "#tests/support/rest-client.ts";
import { signedUpAdmin, temporaryFolder, testServer } from "#tests/support/test-app.ts";

function replaceByForeign(file: string): void {
  empty(file);
  foreignDatabase(file);
}

const empty = (file: string) => {
  writeFileSync(file, "");
};

const overwrite = (file: string) => {
  writeFileSync(file, "x".repeat(5000));
};

const ADVICE = "restore a backup with: stackloop restore data/backups/stackloop-";

test.each([
  ["R10", "empty", empty, `is empty (0 bytes), so its data is lost; ${ADVICE}`],
  ["R9", "not one", overwrite, `is not a database or is damaged; ${ADVICE}`],
  ["R9", "damaged", damage, ADVICE],
  [
    "R9",
    "another program's",
    replaceByForeign,
    "belongs to another program, not to StackLoop; choose another file",
  ],
  [
    "R29",
    "newer",
    setNewerVersion,
    `version ${SCHEMA_VERSION + 1} is newer than this app (${SCHEMA_VERSION})`,
  ],
])("%s: refuses a database that is %s unchanged, in one line", async (_row, _kind, spoil, line) => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  spoil(stackloop.database);
  const before = hashOf(stackloop.database);
  for (const command of ["serve", "migrate"]) {
    const { code, stderr } = await stackloop.run([command]);
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining(line)]);
  }
  expect(hashOf(stackloop.database)).toBe(before);
});

describe("R10: a missing database file", () => {
  test("with backups is created only on request", async () => {
    const stackloop = await withAda();
    await stackloop.run(["backup"]);
    const [name = ""] = readdirSync(stackloop.backups);
    rmSync(stackloop.database);
    for (const command of [["serve"], ["migrate"], ["user", "list"], ["admin-link"]]) {
      expect(await stackloop.run(command)).toEqual({
        code: 1,
        stdout: "",
        stderr: [
          "stackloop: there is no database at ./data/stackloop.db, but there are backups in ./data/backups; put the file back, " +
            `or restore a backup with: stackloop restore data/backups/${name}; to create an empty database, start with: stackloop serve --new`,
        ],
      });
    }
    expect(existsSync(stackloop.database)).toBe(false);
    const server = await stackloop.serve({}, ["--new"]);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(await usersOf(stackloop)).not.toContain("ada");
  });

  test("with a log is created only on request, and the log stays", async () => {
    const stackloop = await withAda();
    const server = await stackloop.serve();
    await signedUp(server.origin, "bob");
    await server.stop("SIGKILL");
    rmSync(stackloop.database);
    const log = readFileSync(`${stackloop.database}-wal`);
    expect(log.length).toBeGreaterThan(0);
    const { code, stderr } = await stackloop.run(["serve"]);
    expect(code).toBe(1);
    expect(stderr).toEqual([
      expect.stringMatching(
        /but its log \.\/data\/stackloop\.db-wal is still there; .* stackloop serve --new$/u,
      ),
    ]);
    expect(readFileSync(`${stackloop.database}-wal`)).toEqual(log);
    const next = await stackloop.serve({}, ["--new"]);
    expect(await next.stop("SIGTERM")).toBe(0);
    const folder = dirname(stackloop.database);
    const aside = readdirSync(folder).find((name) => name.includes("-wal.lost-")) ?? "";
    expect(readFileSync(join(folder, aside))).toEqual(log);
  });
});

/** Pseudorandom numbers, the same in every run. */
function* numbersFrom(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

test.each(Array.from({ length: 20 }, (_empty, index) => index + 1))(
  "R9: refuses a file with randomly overwritten pages (%i) unchanged, or finds it intact",
  async (seed) => {
    const file = join(temporaryFolder(), "stackloop.db");
    await writeEmptyDatabase(file);
    const bytes = readFileSync(file);
    const random = numbersFrom(seed);
    const page = 1 + (random.next().value % (bytes.length / 4096 - 1));
    for (let position = page * 4096; position < (page + 1) * 4096; position += 4) {
      bytes.writeUInt32BE(random.next().value, position);
    }
    writeFileSync(file, bytes);
    const before = hashOf(file);
    let fault: unknown;
    try {
      await openFile(file).close();
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(DatabaseError);
    expect(hashOf(file)).toBe(before);
  },
);

async function checksOf(admin: RestClient): Promise<JobRun[]> {
  const { body } = await admin.call("GET", "/trpc/jobs.overview");
  const jobs: JobOverview[] = body.result.data;
  return jobs.find(({ name }) => name === "check")?.runs ?? [];
}

/** The result of the last check. */
async function endedCheck(admin: RestClient): Promise<JobRun | undefined> {
  const last = async () => (await checksOf(admin))[0];
  await expect.poll(async () => (await last())?.finishedAt, { timeout: 30_000 }).toBeTruthy();
  return last();
}

test("R11: checks the database after an unclean shutdown, while serving", async () => {
  const stackloop = await withAda();
  const first = await stackloop.serve();
  await signedIn(first.origin, "ada");
  await first.stop("SIGKILL");
  const second = await stackloop.serve();
  expect(second.output()).toContain("did not shut down cleanly");
  const ada = await signedIn(second.origin, "ada");
  expect(await endedCheck(ada)).toMatchObject({ trigger: "unclean-end", state: "succeeded" });
  await second.stop("SIGTERM");
  const third = await stackloop.serve();
  expect(third.output()).not.toContain("did not shut down cleanly");
  expect(await checksOf(await signedIn(third.origin, "ada"))).toHaveLength(1);
});

test("R11: reports damage found by the check, and continues to serve", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  damageBeyondQuickCheck(stackloop.database);
  const server = await stackloop.serve();
  const ada = await signedIn(server.origin, "ada");
  await ada.call("POST", "/trpc/jobs.start", { name: "check" });
  expect(await endedCheck(ada)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(
      /stackloop\.db is damaged.*; restore a backup with: stackloop restore data\/backups\/stackloop-/u,
    ),
  });
  expect(server.output()).toMatch(/"level":50.*is damaged.*restore a backup with/u);
  expect((await ada.call("GET", "/api/user")).status).toBe(200);
  expect(await readiness(server.origin)).toEqual(DAMAGED);
});

test("R11: the command reports whether the database is intact, and changes nothing", async () => {
  const none = await program().run(["check"]);
  expect(none).toMatchObject({ code: 1, stderr: ["stackloop: there is no file ./data/stackloop.db"] });
  const stackloop = await withAda();
  const intact = await stackloop.run(["check"]);
  expect(intact).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\S+ \([\d.]+ [kM]B\), intact$/mu),
  });
  damageBeyondQuickCheck(stackloop.database);
  const before = readFileSync(stackloop.database);
  const damaged = await stackloop.run(["check"]);
  expect(damaged).toMatchObject({ code: 2, stderr: [expect.stringContaining("is damaged")] });
  expect(readFileSync(stackloop.database).equals(before)).toBe(true);
});

const DAMAGED = { status: "unavailable", reason: "database damaged" };

const readiness = async (origin: string): Promise<unknown> => (await fetch(`${origin}/readyz`)).json();

/** Adds enough readings for several database pages. */
async function addReadings(author: RestClient): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    title: `Book ${index}`,
    author: "Ada",
    notes: "n".repeat(900),
  }));
  expect((await author.call("POST", "/api/readings/import", { rows })).status).toBe(200);
}

test("R11: a damaged page fails only requests that need it, and is logged once", async () => {
  const stackloop = await withAda();
  const first = await stackloop.serve();
  await addReadings(await signedIn(first.origin, "ada"));
  await first.stop("SIGTERM");
  damageTable(stackloop.database, "readings");

  const server = await stackloop.serve();
  const ada = await signedIn(server.origin, "ada");
  const lists = await ada.call("GET", "/api/readings");
  expect([lists.status, lists.body.message]).toEqual([500, "Internal server error"]);
  expect((await ada.call("GET", "/api/ai-tools")).status).toBe(200);
  expect((await ada.call("POST", "/api/ai-tools", { name: "Orca" })).status).toBe(201);
  for (let poll = 0; poll < 20; poll += 1) expect(await readiness(server.origin)).toEqual(DAMAGED);
  await ada.call("GET", "/api/readings");
  expect(server.output().match(/the database is damaged/gu)).toHaveLength(1);
  expect(server.output()).not.toContain('"path":"/readyz"');
});

const IN_A_WORKER: readonly (readonly [string, (ada: RestClient) => ReturnType<RestClient["call"]>[]])[] = [
  [
    "a search",
    (ada) => [0, 50].map((cursor) => ada.call("GET", `/api/search?q=book&limit=50&cursor=${cursor}`)),
  ],
  ["an export", (ada) => [ada.call("GET", "/api/readings/export/csv")]],
  [
    "an import",
    (ada) => [ada.call("POST", "/api/readings/import", { rows: [{ title: "Moby Dick", author: "Ada" }] })],
  ],
];

test.each(IN_A_WORKER)("R11: reports damage that only %s finds, in its own thread", async (_, call) => {
  const { app, origin } = await testServer({}, createWorkers());
  const ada = await signedUpAdmin(app, origin);
  await addReadings(ada);
  await indexLatestChanges(app);
  damageTable(app.database.name, "readings");
  expect(await readiness(origin)).toEqual({ status: "ok" });
  const replies = await Promise.all(call(ada));
  expect(replies.map(({ status, body }) => `${status} ${body.message}`)).toContain(
    "500 Internal server error",
  );
  expect(await readiness(origin)).toEqual(DAMAGED);
});

test("R11: a server is ready again once a check finds no damage", async () => {
  const { app, origin } = await testServer();
  app.storage.recordCorruption(new Error("malformed"));
  const { status, body } = await restClient(origin).call("GET", "/readyz");
  expect([status, body]).toEqual([503, DAMAGED]);
  app.storage.recordIntact();
  expect(await readiness(origin)).toEqual({ status: "ok" });
});
