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

import { importTools } from "#server/features/imports/import.service.ts";
import { importPrompts } from "#server/features/imports/prompt-import.service.ts";
import { importReadings } from "#server/features/imports/reading-import.service.ts";
import {
  addPrompt,
  editPrompt,
  listAllPrompts,
  promptLibrary,
  removePrompt,
} from "#server/features/prompts/prompts.service.ts";
import { addComment, editComment, removeComment } from "#server/features/readings/comments.service.ts";
import {
  addReading,
  editReading,
  listAllReadings,
  removeReading,
} from "#server/features/readings/readings.service.ts";
import { addTool, editTool, listAllTools, removeTool } from "#server/features/tools/tools.service.ts";
import { restoreVersion } from "#server/library/history.service.ts";
import { promptImportRequestSchema } from "#shared/imports/prompt-import.ts";
import { readingImportRequestSchema } from "#shared/imports/reading-import.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { newPromptSchema } from "#shared/prompts.ts";
import { newReadingSchema } from "#shared/readings.ts";
import { newToolSchema } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const KINDS = ["tool", "prompt", "reading"] as const;
type Kind = (typeof KINDS)[number];

interface Named {
  id: string;
  name: string;
  notes: string | null;
  revision: number;
}

interface Edit {
  id: string;
  name?: string;
  notes?: string;
  revision?: number;
}

/** The same verbs for each kind, over the services that people's calls reach. */
interface Verbs {
  list(): Promise<Named[]>;
  add(by: User, name: string): Promise<unknown>;
  edit(by: User, edit: Edit): Promise<unknown>;
  remove(by: User, id: string): Promise<unknown>;
  importRows(by: User, rows: { name: string; notes: string }[]): Promise<unknown>;
}

const verbsOf = (app: TestApp): Record<Kind, Verbs> => ({
  tool: {
    list: () => listAllTools(app),
    add: (by, name) => addTool(app, by, newToolSchema.parse({ name })),
    edit: (by, edit) => editTool(app, by, edit),
    remove: (by, id) => removeTool(app, by, { id }),
    importRows: (by, rows) => importTools(app, by, importRequestSchema.parse({ rows })),
  },
  prompt: {
    list: () => listAllPrompts(app),
    add: (by, name) => addPrompt(app, by, newPromptSchema.parse({ name, prompt: name })),
    edit: (by, edit) => editPrompt(app, by, { note: null, ...edit }),
    remove: (by, id) => removePrompt(app, by, { id }),
    importRows: (by, rows) =>
      importPrompts(
        app,
        by,
        promptImportRequestSchema.parse({ rows: rows.map((row) => ({ ...row, prompt: row.name })) }),
      ),
  },
  reading: {
    list: async () => (await listAllReadings(app)).map(({ title, ...rest }) => ({ ...rest, name: title })),
    add: (by, title) => addReading(app, by, newReadingSchema.parse({ title, author: "Somebody" })),
    edit: (by, { name, ...edit }) =>
      editReading(app, by, { ...edit, ...(name !== undefined && { title: name }) }),
    remove: (by, id) => removeReading(app, by, { id }),
    importRows: (by, rows) =>
      importReadings(
        app,
        by,
        readingImportRequestSchema.parse({
          rows: rows.map(({ name, notes }) => ({ title: name, author: "Somebody", notes })),
        }),
      ),
  },
});

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

const revisionDetail = z.object({ revision: z.int().optional() });

/** What the ledger says is there. */
async function replay(app: TestApp): Promise<Map<string, { title: string; revision: number }>> {
  const items = new Map<string, { title: string; revision: number }>();
  const events = await app.db.selectFrom("events").selectAll().orderBy("seq").execute();
  for (const { kind, itemId, verb, title, detail } of events) {
    const ref = `${kind}:${itemId}`;
    const known = items.get(ref);
    const { revision } = revisionDetail.parse(JSON.parse(detail));
    // Nothing is added twice, and nothing happens to what is not there.
    expect([ref, verb, known === undefined]).toEqual([ref, verb, verb === "added"]);
    const next = (known?.revision ?? 0) + 1;
    expect([ref, revision ?? next]).toEqual([ref, next]);
    if (verb === "deleted") items.delete(ref);
    else items.set(ref, { title, revision: next });
  }
  return items;
}

/** Takes a step, and returns what came of it beside what should have. */
async function takeStep(
  app: TestApp,
  people: readonly User[],
  wanted: Step,
): Promise<{ outcome: string | null; expected: string | null }> {
  const verbs = verbsOf(app)[wanted.kind];
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

/** Why something was refused, or null. */
const refusal = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** All edit what they saw: one wins, the others are told; those who overwrite lose nothing that they do not name. */
async function race(verbs: Verbs, people: readonly User[], { id, revision }: Named): Promise<void> {
  const edits = await Promise.allSettled(
    people.map((by, index) => verbs.edit(by, { id, notes: `by ${index}`, revision })),
  );
  expect(edits.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await Promise.all([
    verbs.edit(people[0] ?? raise(), { id, name: "Renamed" }),
    verbs.edit(people[1] ?? raise(), { id, notes: "Noted" }),
  ]);
  const after = (await verbs.list()).find((item) => item.id === id);
  expect(after).toMatchObject({ name: "Renamed", notes: "Noted", revision: revision + 3 });
}

function raise(): never {
  throw new Error("nobody is there");
}

async function threePeople(app: TestApp): Promise<User[]> {
  const people = await Promise.all(["ada", "bob", "cleo"].map((name) => buildPerson(app, name)));
  return people.map(({ user }) => user);
}

test("replayed, the ledger gives the state, whatever several people do to whatever kind", async () => {
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const app = await testApp();
      const people = await threePeople(app);
      for (const wanted of steps) {
        const { outcome, expected } = await takeStep(app, people, wanted);
        expect(outcome).toBe(expected);
      }
      const verbs = verbsOf(app);
      const state = new Map<string, { title: string; revision: number }>();
      for (const kind of KINDS) {
        for (const { id, name, revision } of await verbs[kind].list()) {
          state.set(`${kind}:${id}`, { title: name, revision });
        }
      }
      expect(await replay(app)).toEqual(state);
    }),
    { numRuns: 40 },
  );
}, 120_000);

const eventsIn = async (app: TestApp) =>
  (await app.db.selectFrom("events").selectAll().orderBy("seq").execute()).map(({ detail, ...event }) => ({
    ...event,
    detail: JSON.parse(detail) as unknown,
  }));

test("an event says who did what to which item, and what changed", async () => {
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

test("comments stand in the ledger under the reading that they are about", async () => {
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

test("a change whose event cannot be written is not made either", async () => {
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
