import { describe, expect, onTestFinished, test } from "vitest";

import { addTool } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { watchLive } from "#tests/support/live-stream.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

/** A server with a signed-in user and admin, and their subscriptions. */
async function watched() {
  const { app, origin } = await testServer();
  const grace = await buildPerson(app, "grace", "admin");
  const ada = await buildPerson(app, "ada", "admin");
  const call = (who: Person, method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie: who.cookie });

  /** Subscribes to the jobs, and reads until enough was sent or the subscription has ended. */
  async function watch({ cookie }: Person) {
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const response = await fetch(`${origin}/trpc/jobs.watch`, {
      headers: { cookie, accept: "text/event-stream" },
      signal: controller.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let sent = "";
    const readUntil = async (isEnough: () => boolean) => {
      for (;;) {
        if (isEnough()) return sent;
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return `${sent}(ended)`;
        sent += value ?? "";
      }
    };
    const readUpdates = (count: number) => readUntil(() => sent.split("papers.fetch").length > count);
    await readUpdates(1);
    return { readUpdates, readToEnd: () => readUntil(() => false) };
  }
  return { app, origin, ada, grace, call, watch };
}

test("S2, S6: only the subscription of a signed-out session ends", async () => {
  const { app, ada, grace, call, watch } = await watched();
  const [own, other] = [await watch(ada), await watch(grace)];
  await call(ada, "POST", "/api/logout");
  expect(await own.readToEnd()).toMatch(/"httpStatus":401.*\(ended\)$/su);
  // The other one still receives updates, until it ends too.
  app.runChanges.notify();
  expect(await other.readUpdates(2)).not.toContain("(ended)");
  await call(grace, "POST", "/api/logout");
  expect(await other.readToEnd()).toMatch(/"httpStatus":401.*\(ended\)$/su);
});

test("S6: a subscription for admins ends when its person is no longer one", async () => {
  const { ada, grace, call, watch } = await watched();
  const own = await watch(ada);
  expect((await call(grace, "PATCH", `/api/users/${ada.user.id}`, { role: "user" })).status).toBe(200);
  expect(await own.readToEnd()).toMatch(/"httpStatus":403.*\(ended\)$/su);
});

test("S6: a subscription ends with the account", async () => {
  const { app, ada, watch } = await watched();
  const own = await watch(ada);
  await app.db.deleteFrom("users").where("id", "=", ada.user.id).execute();
  expect(await own.readToEnd()).toMatch(/"httpStatus":401.*\(ended\)$/su);
});

test("S5: a subscription ends when its session expires", async () => {
  const { app, ada, watch } = await watched();
  const own = await watch(ada);
  const soon = new Date(Date.now() + 300).toISOString();
  await app.db.updateTable("session").set({ expire: soon }).where("userId", "=", ada.user.id).execute();
  expect(await own.readToEnd()).toMatch(/"httpStatus":401.*\(ended\)$/su);
});

test("S2, S6: a live stream ends when its session is signed out, and sends nothing more", async () => {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const grace = await buildPerson(app, "grace");
  const addNamed = (name: string) => addTool(app, grace.user, newToolSchema.parse({ name }));
  const [own, other] = [await watchLive(origin, ada), await watchLive(origin, grace)];
  for (const stream of [own, other]) await stream.next();
  await restClient(origin).call("POST", "/api/logout", undefined, { cookie: ada.cookie });
  expect(await own.next()).toMatchObject({ error: { data: { httpStatus: 401 } } });
  expect(await own.next()).toBeUndefined();
  await addNamed("Whisper");
  expect((await other.next())?.message?.changes).toMatchObject([{ title: "Whisper" }]);
});

describe("S2, S6: a stream sends no event after its reader", () => {
  const revocations: Record<string, (people: Awaited<ReturnType<typeof watched>>) => Promise<unknown>> = {
    "signed out": ({ ada, call }) => call(ada, "POST", "/api/logout"),
    "was disabled": ({ ada, grace, call }) =>
      call(grace, "PATCH", `/api/users/${ada.user.id}`, { disabled: true }),
    "was deleted": ({ ada, grace, call }) => call(grace, "DELETE", `/api/users/${ada.user.id}`),
    "lost the role": ({ ada, grace, call }) =>
      call(grace, "PATCH", `/api/users/${ada.user.id}`, { role: "user" }),
    "was signed out by another process": async ({ app, ada }) => {
      const other = await openTestDatabase(app.database.url);
      await other.db.deleteFrom("session").where("userId", "=", ada.user.id).execute();
      await other.close();
    },
  };

  test.each(Object.entries(revocations))("%s", async (_name, revoke) => {
    const people = await watched();
    const { app, ada, watch, grace, origin } = people;
    const [jobs, live] = [await watch(ada), await watchLive(origin, ada)];
    await live.next();
    await revoke(people);
    // This runs in the same tick as the revocation, before any timer.
    app.runChanges.notify();
    await addTool(app, grace.user, newToolSchema.parse({ name: "Whisper" }));
    expect((await jobs.readToEnd()).match(/papers\.fetch/gu)).toHaveLength(1);
    const rest = [];
    for (let heard = await live.next(); heard; heard = await live.next()) rest.push(heard);
    expect(rest).toMatchObject([{ error: { data: { httpStatus: expect.any(Number) } } }]);
  });
});
