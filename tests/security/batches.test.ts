import { describe, expect, test } from "vitest";

import { addTool } from "#server/features/tools/tools.service.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { UNBATCHED_PROCEDURES, isUnbatched } from "#shared/unbatched-procedures.ts";
import { copyRow } from "#tests/support/copied-rows.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function serving(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  const { user, cookie } = await buildPerson(app, "ada");
  const call = (method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie });
  const get = (procedures: string[]) =>
    call("GET", `/trpc/${procedures.join(",")}?batch=1&input=${EMPTY_INPUTS}`);
  return { app, user, call, get };
}

/** The input of each call in a batch, by its index. */
const EMPTY_INPUTS = encodeURIComponent(
  JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [at, {}]))),
);

const times = (count: number, procedure: string) => Array.from({ length: count }, () => procedure);

describe("D2: a batch of tRPC calls", () => {
  test("has at most ten calls", async () => {
    const { get } = await serving();
    expect((await get(times(10, "account.me"))).status).toBe(200);
    expect((await get(times(11, "account.me"))).status).toBe(400);
  });

  test.each(["/trpc/,,,,,?batch=1", "/trpc/?batch=1", "/trpc/account.me,?batch=1", "/trpc/%2C?batch=1"])(
    "that is malformed is no server error: %s",
    async (path) => {
      const { call } = await serving();
      const { status } = await call("GET", path);
      expect([status >= 200, status < 500]).toEqual([true, true]);
    },
  );

  test("counts each call against the limits", async () => {
    const { app, get } = await serving({ RATE_LIMITS: "on" });
    let count = 0;
    const reads = { ...app.limits.reads, count: () => Promise.resolve(void (count += 1)) };
    app.limits = { ...app.limits, reads };
    await get(times(7, "account.me"));
    expect(count).toBe(7);
  });

  test.each(procedureNames.filter(isUnbatched))("cannot contain %s with another call", async (procedure) => {
    const { app, call } = await serving();
    const before = await app.countWrites();
    const isQuery = getProcedure(procedure).type === "query";
    const other = isQuery ? "account.me" : "news.markAllRead";
    for (const batch of [`${procedure},${other}`, `${other},${procedure}`, `${procedure},${procedure}`]) {
      const reply = await call(isQuery ? "GET" : "POST", `/trpc/${batch}?batch=1`, isQuery ? undefined : {});
      expect([batch, reply.status]).toEqual([batch, 400]);
      expect(JSON.stringify(reply.body)).toContain(`${procedure} can't be called in a batch`);
    }
    expect(await app.countWrites()).toBe(before);
  });

  test("declares all calls that can't be batched", () => {
    for (const name of UNBATCHED_PROCEDURES) expect(procedureNames).toContain(name);
  });

  test("can consist of one such call", async () => {
    const { call } = await serving();
    const person = { username: "grace", password: "secret-pass" };
    expect((await call("POST", "/trpc/auth.register?batch=1", { 0: person })).status).toBe(200);
  });

  test("returns at most 10,000 rows in total", async () => {
    const { app, user, get } = await serving();
    await addTool(app, user, newToolSchema.parse({ name: "Claude" }));
    await copyRow(app, "ai_tools", { id: "'copy-' || n" }, [1, 3999]);
    const lists = async (count: number) => {
      const { body } = await get(times(count, "tools.list"));
      return body.map(
        ({ result, error }: { result?: { data: { items: [] } }; error?: { message: string } }) =>
          error ? error.message : result?.data.items.length,
      );
    };
    expect(await lists(2)).toEqual([4000, 4000]);
    const [tooMuch, ...others] = (await lists(3)).toSorted().toReversed();
    expect(tooMuch).toBe(
      "The calls of one batch can return at most 10,000 rows in all. Call them one by one.",
    );
    expect(others).toEqual([4000, 4000]);
  });
});
