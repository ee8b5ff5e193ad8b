import { addTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { toolVerdict } from "#server/features/verdicts/verdicts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import type { Ring } from "#shared/verdicts/rings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type RestClient, restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

export const DAY = 86_400_000;

export interface World {
  app: TestApp;
  ada: User;
  bob: User;
  /** An admin. */
  grace: User;
  as(user: User): (method: string, path: string, body?: unknown) => ReturnType<RestClient["call"]>;
  addTool(name: string, fields?: object): Promise<string>;
}

export async function makeWorld(environment: Record<string, string> = {}): Promise<World> {
  const { app, origin } = await testServer({ SCHEDULE_TIMEZONE: "UTC", ...environment });
  const people = [
    await buildPerson(app, "ada"),
    await buildPerson(app, "bob"),
    await buildPerson(app, "grace", "admin"),
  ];
  const [ada, bob, grace] = people.map(({ user }) => user);
  if (!ada || !bob || !grace) throw new Error("nobody is there");
  return {
    app,
    ada,
    bob,
    grace,
    as: (user) => {
      const cookie = people.find((person) => person.user.id === user.id)?.cookie ?? "";
      return (method, path, body) => restClient(origin).call(method, path, body, { cookie });
    },
    addTool: async (name, fields = {}) =>
      (await addTool(app, ada, newToolSchema.parse({ name, ...fields }))).id,
  };
}

/** Decides on the current verdict. */
export async function decideNow({ app }: World, by: User, toolId: string, ring: Ring, more: object = {}) {
  const { verdict } = await toolVerdict(app, by, { toolId });
  const decision = { toolId, revision: verdict?.revision ?? 0, ring, reason: `It is ${ring}`, ...more };
  return decide(app, by, decisionSchema.parse(decision));
}

export const eventsOf = async ({ app }: World, verb: string) =>
  (await app.db.selectFrom("events").selectAll().where("verb", "=", verb).orderBy("seq").execute()).map(
    ({ detail, actorId, title }) => ({ actorId, title, detail: JSON.parse(detail) as unknown }),
  );
