import { setTimeout as wait } from "node:timers/promises";

import { expect, test } from "vitest";

import { watchLive } from "#tests/support/live-stream.ts";
import { createDatabase } from "#tests/support/postgresql.ts";
import { type Program, program } from "#tests/support/program.ts";
import { type RestClient, signedIn, signedUp } from "#tests/support/rest-client.ts";
import { roundRobin } from "#tests/support/round-robin.ts";
import { readWrittenTools } from "#tests/support/written-tools.ts";

const PROCESSES = 3;
const CLIENTS = 20;
const WRITES = 500;
/** One of the processes is killed after this number of writes, and restarted after the next number. */
const KILLED_AT = 150;
const BACK_AT = 200;

const SECRET = "secret-pass";

/** Several processes of the program on one database, with an admin named ada. */
async function cluster(environment: Record<string, string> = {}) {
  const url = await createDatabase();
  const stackloop = program();
  const surroundings = { DATABASE_URL: url, SIGNUP: "open", RATE_LIMITS: "off", ...environment };
  const { code, stderr } = await stackloop.run(
    ["user", "create", "ada", "--admin", "--password", SECRET],
    surroundings,
  );
  expect(stderr).toEqual([]);
  expect(code).toBe(0);
  const serve = () => stackloop.serve(surroundings);
  const servers = await Promise.all(Array.from({ length: PROCESSES }, serve));
  return { url, serve, servers };
}

type Servers = Awaited<ReturnType<Program["serve"]>>[];
const [FIRST, SECOND, THIRD] = [0, 1, 2] as const;
const originOf = (servers: Servers, index: number) => servers[index]?.origin ?? "";

test("three processes that start together on an empty database create its tables once", async () => {
  const url = await createDatabase();
  const stackloop = program();
  const servers = await Promise.all(
    Array.from({ length: PROCESSES }, () => stackloop.serve({ DATABASE_URL: url })),
  );
  for (const { origin } of servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

test("killing one of three processes during writes loses nothing acknowledged", async ({ annotate }) => {
  // At any hour and speed, the slots of some jobs fall into the test.
  const { url, serve, servers } = await cluster({ NIGHTLY_CRON: "* * * * * *" });
  const proxy = await roundRobin(servers.map(({ origin }) => origin));
  const start = performance.now();
  const people = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => signedUpWhile(proxy.origin, `person-${index}`)),
  );
  const saved: string[] = [];
  const statuses = new Map<number, number>();
  const steps = stepsAt(saved);
  const killAndReturn = async () => {
    await steps.reached(KILLED_AT);
    await servers[SECOND]?.stop("SIGKILL");
    await steps.reached(BACK_AT);
    proxy.replace(SECOND, (await serve()).origin);
  };
  const returning = killAndReturn();
  const writeAll = async (person: RestClient, index: number) => {
    for (let number = 1; saved.length < WRITES; number += 1) {
      const reply = await person.call("POST", "/api/ai-tools", { name: `Tool ${index}.${number}` });
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 201) saved.push(reply.body.id);
      else await wait(20);
      steps.look();
    }
  };
  await Promise.all(people.map(writeAll));
  await returning;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  await annotate(`${saved.length} writes in ${seconds} s: ${JSON.stringify(Object.fromEntries(statuses))}`);

  const { tools, events, versions, runs } = await readWrittenTools(url);
  expect(saved.filter((id) => !tools.has(id))).toEqual([]);
  // Each tool has its event and its version.
  expect([...tools].toSorted()).toEqual(events.toSorted());
  expect([...tools].toSorted()).toEqual(versions.toSorted());
  // Writes whose replies were lost with the process may be saved, and no others.
  expect(tools.size - saved.length).toBeLessThanOrEqual(statuses.get(502) ?? 0);
  expect([...statuses.keys()].filter((status) => ![201, 502, 503].includes(status))).toEqual([]);

  const slots = runs.filter(({ job }) => job === "cleanup").map(({ slot }) => slot);
  expect(slots.length).toBeGreaterThan(1);
  expect(new Set(slots).size).toBe(slots.length);
  await annotate(`${slots.length} slots of the cleanup, each done once`);
}, 240_000);

/** Signs up through any process that responds. */
const signedUpWhile = (origin: string, name: string) => signedUp(origin, name, SECRET);

/** Resolves when a list reaches a length. */
function stepsAt(list: readonly unknown[]) {
  const waiting: { length: number; resolve: () => void }[] = [];
  return {
    reached(length: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ length, resolve });
      return promise;
    },
    look() {
      for (const { length, resolve } of waiting) if (list.length >= length) resolve();
    },
  };
}

test("one process shows, notifies and protects changes saved by another", async () => {
  const { servers } = await cluster();
  const ada = await signedIn(originOf(servers, FIRST), "ada", SECRET);
  const bob = await signedUp(originOf(servers, SECOND), "bob", SECRET);
  const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Whisper" });
  await expect.poll(() => namesAt(bob)).toEqual(["Whisper"]);

  const stream = await watchLive(originOf(servers, THIRD), { cookie: bob.cookie() });
  await stream.next();
  const edited = await ada.call("PUT", `/api/ai-tools/${tool.id}`, { name: "Murmur", revision: 1 });
  expect(edited.status).toBe(200);
  expect(await stream.next()).toMatchObject({
    message: { changes: [{ verb: "edited", itemId: tool.id }] },
  });
  await expect.poll(() => namesAt(bob)).toEqual(["Murmur"]);

  const late = await bob.call("PUT", `/api/ai-tools/${tool.id}`, { name: "Shout", revision: 1 });
  expect(late).toMatchObject({ status: 409, body: { current: { name: "Murmur", revision: 2 } } });
}, 120_000);

const namesAt = async (person: RestClient): Promise<string[]> =>
  (await person.call("GET", "/api/ai-tools")).body.map(({ name }: { name: string }) => name);

test("a write through one process is readable through any other at once", async () => {
  const { servers } = await cluster();
  const proxy = await roundRobin(servers.map(({ origin }) => origin));
  const ada = await signedIn(proxy.origin, "ada", SECRET);
  const names: string[] = [];
  for (let number = 1; number <= 40; number += 1) {
    const name = `Tool ${number}`;
    expect((await ada.call("POST", "/api/ai-tools", { name })).status).toBe(201);
    names.unshift(name);
    expect(await namesAt(ada)).toEqual(names);
  }
}, 120_000);

test("signing out at one process signs out at all of them", async () => {
  const { servers } = await cluster();
  const ada = await signedIn(originOf(servers, FIRST), "ada", SECRET);
  const cookie = ada.cookie();
  const statusAt = async (index: number) =>
    (await fetch(`${originOf(servers, index)}/api/user`, { headers: { cookie } })).status;
  for (const index of servers.keys()) expect(await statusAt(index)).toBe(200);
  expect((await ada.call("POST", "/api/logout")).status).toBe(200);
  for (const index of servers.keys()) await expect.poll(() => statusAt(index)).toBe(401);
}, 120_000);
