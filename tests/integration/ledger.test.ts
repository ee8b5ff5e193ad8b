import {
  assert,
  asyncProperty,
  constantFrom,
  type Arbitrary,
  array,
  boolean,
  nat,
  oneof,
  record,
} from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";

import { addComment, editComment, removeComment } from "#server/features/comments/comments.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import {
  addPrompt,
  editPrompt,
  promptLibrary,
  removePrompt,
} from "#server/features/prompts/prompts.service.ts";
import { addReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, listAllTools, removeTool } from "#server/features/tools/tools.service.ts";
import { restoreVersion } from "#server/kernel/items/history.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import {
  type Kind,
  KINDS,
  type Named,
  type ItemOperations,
  operationsOf,
} from "#tests/support/item-operations.ts";
import { buildPerson } from "#tests/support/people.ts";
import { replay, currentState } from "#tests/support/replay.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { isOnServer } from "#tests/support/test-database.ts";

const names = constantFrom("Atlas", "Beacon", "Cobalt", "Delta");
const common = { kind: constantFrom(...KINDS), who: nat(2), pick: nat(9) };

const step = oneof(
  record({ do: constantFrom("add" as const), ...common, name: names }),
  record({ do: constantFrom("edit" as const), ...common, name: names, isStale: boolean() }),
  record({ do: constantFrom("delete" as const), ...common }),
  record({
    do: constantFrom("import" as const),
    ...common,
    rows: array(record({ name: names, notes: names }), { minLength: 1, maxLength: 4 }),
  }),
  record({ do: constantFrom("race" as const), ...common }),
);
type Step = typeof step extends Arbitrary<infer Value> ? Value : never;

/** Performs a step. Returns the result and the expected one. */
async function takeStep(
  app: TestApp,
  people: readonly User[],
  wanted: Step,
): Promise<{ outcome: string | null; expected: string | null }> {
  const verbs = operationsOf(app)[wanted.kind];
  const by = people[wanted.who] ?? raise();
  const items = await verbs.list();
  const item = items[wanted.pick % Math.max(items.length, 1)];
  app.advance(1000);
  if (wanted.do === "add") await verbs.add(by, wanted.name);
  if (wanted.do === "import") await verbs.importRows(by, wanted.rows);
  if (!item) return { outcome: null, expected: null };
  if (wanted.do === "race") await race(verbs, people, item);
  if (wanted.do === "delete") {
    await verbs.remove(by, item.id);
    return {
      outcome: await refusal(verbs.remove(by, item.id)),
      expected: `${titleCase(wanted.kind)} not found`,
    };
  }
  if (wanted.do !== "edit") return { outcome: null, expected: null };
  const revision = item.revision + Number(wanted.isStale);
  const outcome = await refusal(verbs.edit(by, { id: item.id, name: wanted.name, revision }));
  return { outcome, expected: wanted.isStale ? outdated(wanted.kind) : null };
}

const titleCase = (word: string) => word.replace(/^./u, (letter) => letter.toUpperCase());
const outdated = (kind: Kind) =>
  `Someone else changed this ${kind} after you opened it. Review their version, then save again.`;

/** The reason for a refusal, or null. */
const refusal = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/**
 * All edit the version they saw: one wins, the others get a conflict. Overwriting loses no unnamed fields.
 */
async function race(verbs: ItemOperations, people: readonly User[], { id, revision }: Named): Promise<void> {
  const edits = await Promise.allSettled(
    people.map((by, index) => verbs.edit(by, { id, notes: `by ${index} on ${revision}`, revision })),
  );
  expect(edits.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await Promise.all([
    verbs.edit(people[0] ?? raise(), { id, name: `Renamed ${revision}` }),
    verbs.edit(people[1] ?? raise(), { id, notes: `Noted ${revision}` }),
  ]);
  const after = (await verbs.list()).find((item) => item.id === id);
  expect(after).toMatchObject({
    name: `Renamed ${revision}`,
    notes: `Noted ${revision}`,
    revision: revision + 3,
  });
}

function raise(): never {
  throw new Error("nobody is there");
}

async function threePeople(app: TestApp): Promise<User[]> {
  const people = await Promise.all(["ada", "bob", "cleo"].map((name) => buildPerson(app, name)));
  return people.map(({ user }) => user);
}

test("replaying the ledger results in the current state, after any changes by several people", async () => {
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const app = await testApp();
      const people = await threePeople(app);
      for (const wanted of steps) {
        const { outcome, expected } = await takeStep(app, people, wanted);
        expect(outcome).toBe(expected);
      }
      expect(await replay(app)).toEqual(await currentState(app));
    }),
    // Most steps are the same on both engines, and slower on a server.
    { numRuns: isOnServer() ? 10 : 40 },
  );
}, 120_000);

const eventsIn = async (app: TestApp) =>
  (await app.db.selectFrom("events").selectAll().orderBy("seq").execute()).map(({ detail, ...event }) => ({
    ...event,
    detail: JSON.parse(detail) as unknown,
  }));

test("an event records the person, the action, the item and the changes", async () => {
  const app = await testApp();
  const [ada, bob] = await threePeople(app);
  if (!ada || !bob) throw new Error("nobody is there");
  const { id } = await addPrompt(app, ada, newPromptSchema.parse({ name: "Poet", prompt: "Act as a poet" }));
  app.advance(1000);
  await editPrompt(app, bob, { id, name: "Bard", purpose: null, note: "shorter" });
  await restoreVersion(app, promptLibrary, ada, { id, revision: 1, baseRevision: 2 });
  await removePrompt(app, bob, { id });
  const subject = { kind: "prompt", itemId: id };
  expect(await eventsIn(app)).toMatchObject([
    { ...subject, verb: "added", actorId: ada.id, title: "Poet", at: "2026-11-21T10:00:00.000Z" },
    { ...subject, verb: "edited", actorId: bob.id, title: "Bard", detail: { fields: ["name"], revision: 2 } },
    {
      ...subject,
      verb: "restored",
      actorId: ada.id,
      title: "Poet",
      detail: { fields: ["name"], revision: 3 },
    },
    { ...subject, verb: "deleted", actorId: bob.id, title: "Poet", at: "2026-11-21T10:00:01.000Z" },
  ]);
});

test("comments are recorded under their reading", async () => {
  const app = await testApp();
  const [ada] = await threePeople(app);
  if (!ada) throw new Error("nobody is there");
  const reading = await addReading(
    app,
    ada,
    newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }),
  );
  const comment = await addComment(app, ada, { readingId: reading.id, parentId: null, content: "Good" });
  await editComment(app, ada, { id: comment.id, content: "Very good" });
  await removeComment(app, ada, { id: comment.id });
  await removeReading(app, ada, { id: reading.id });
  const [, ...events] = await eventsIn(app);
  expect(events).toMatchObject([
    ...["added", "edited", "deleted"].map((change) => ({
      verb: "commented",
      kind: "reading",
      itemId: reading.id,
      title: "Emma",
      detail: { comment: comment.id, change },
    })),
    { verb: "deleted", detail: { comments: 0 } },
  ]);
});

const importDetail = z.object({ import: z.string() });

test("all rows of one import carry its id", async () => {
  const app = await testApp();
  const [ada] = await threePeople(app);
  if (!ada) throw new Error("nobody is there");
  await addTool(app, ada, newToolSchema.parse({ name: "Atlas" }));
  const rows = [{ name: "Atlas", notes: "new" }, { name: "Beacon" }];
  await importTools(app, ada, importRequestSchema.parse({ rows, dryRun: true }));
  await importTools(app, ada, importRequestSchema.parse({ rows }));
  const [, ...events] = await eventsIn(app);
  const id = expect.stringMatching(/^[\da-f-]{36}$/u);
  expect(events).toMatchObject([
    { verb: "added", title: "Beacon", detail: { import: id } },
    { verb: "edited", title: "Atlas", detail: { import: id, fields: ["notes"] } },
  ]);
  const imports = events.map(({ detail }) => importDetail.parse(detail).import);
  expect(new Set(imports).size).toBe(1);
});

test("a change is rolled back if its event cannot be written", async () => {
  const app = await testApp();
  const [ada] = await threePeople(app);
  if (!ada) throw new Error("nobody is there");
  const tool = await addTool(app, ada, newToolSchema.parse({ name: "Atlas" }));
  await app.db.schema.dropTable("events").execute();
  await expect(addTool(app, ada, newToolSchema.parse({ name: "Beacon" }))).rejects.toThrow("events");
  await expect(editTool(app, ada, { id: tool.id, name: "Other" })).rejects.toThrow("events");
  await expect(removeTool(app, ada, { id: tool.id })).rejects.toThrow("events");
  expect(await listAllTools(app)).toEqual([tool]);
});
