import { describe, expect, test, vi } from "vitest";

import { addTool } from "#server/features/tools/tools.service.ts";
import { editUser } from "#server/features/users/account-state.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A person whose session has been read and cached. */
async function knownPerson() {
  const { app, origin } = await testServer();
  const { user, cookie } = await buildPerson(app, "ada", "admin");
  const call = (path: string, method = "GET", body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie, "content-type": "application/json" });
  await addTool(app, user, newToolSchema.parse({ name: "Atlas" }));
  await call("/api/user");
  await call("/api/ai-tools");
  const reads = vi.spyOn(app.sessions, "validateSession");
  return { app, user, call, reads };
}

/** The statuses of a shared cached reply, a personal cached reply, and an uncached one. */
const statuses = async (call: (path: string) => Promise<{ status: number }>) =>
  Promise.all(["/api/ai-tools", "/api/user", "/api/readings"].map(async (path) => (await call(path)).status));

test("S6: a session is read once, until something changes", async () => {
  const { call, reads } = await knownPerson();
  for (let time = 0; time < 5; time += 1) expect(await statuses(call)).toEqual([200, 200, 200]);
  expect(reads).not.toHaveBeenCalled();
});

describe("S2, S5, S6: a cached session is valid no longer than its row", () => {
  test("when its person signs out", async () => {
    const { call } = await knownPerson();
    await call("/api/logout", "POST");
    expect(await statuses(call)).toEqual([401, 401, 401]);
  });

  test("when its row is deleted", async () => {
    const { app, call } = await knownPerson();
    await app.db.deleteFrom("session").execute();
    expect(await statuses(call)).toEqual([401, 401, 401]);
  });

  test("when another process deletes the user", async () => {
    const { app, call } = await knownPerson();
    const other = await openTestDatabase(app.database.url);
    await other.db.deleteFrom("events").execute();
    await other.db.deleteFrom("ai_tools").execute();
    await other.db.deleteFrom("users").execute();
    await other.close();
    expect(await statuses(call)).toEqual([401, 401, 401]);
  });

  test("when it has expired, without any write", async () => {
    const { call } = await knownPerson();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * DAY_MS });
    expect(await statuses(call)).toEqual([401, 401, 401]);
    vi.useRealTimers();
  });
});

test("S5: a cached session is extended in its second half", async () => {
  const { app, call } = await knownPerson();
  const end = () => app.db.selectFrom("session").select("expire").executeTakeFirstOrThrow();
  const before = await end();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 14 * DAY_MS });
  await call("/api/user");
  expect(await end()).toEqual(before);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * DAY_MS });
  expect((await call("/api/user")).headers.getSetCookie()).toEqual([expect.stringMatching(/^stackloop-/u)]);
  vi.useRealTimers();
  const { expire } = await end();
  expect(expire > before.expire).toBe(true);
});

test("S6: a new role or name applies from the next request", async () => {
  const { app, user, call } = await knownPerson();
  await buildPerson(app, "grace", "admin");
  await call("/api/users");
  await editUser(app, null, { id: user.id, role: "user" });
  expect((await call("/api/users")).status).toBe(403);
  expect((await call("/api/user")).body.role).toBe("user");
  await call("/api/user", "PATCH", { firstName: "Ada" });
  expect((await call("/api/user")).body.firstName).toBe("Ada");
});
