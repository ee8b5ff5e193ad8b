import { expect } from "vitest";

import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { undoImport } from "#server/kernel/imports/import-undo.service.ts";
import type { User } from "#shared/accounts/users.ts";

import type { Kind } from "./item-operations.ts";
import { currentState, itemWithCompanions } from "./replay.ts";
import type { TestApp } from "./test-app.ts";

/** A deleted item, with everything that belonged to it. */
export interface DeletedItem {
  kind: Kind | "comment";
  itemId: string;
  before: unknown;
}

/** A team's content, with their deletions. */
export interface World {
  app: TestApp;
  people: readonly User[];
  pictures: Record<Kind, string>;
  deletedItems: Map<string, DeletedItem>;
  imports: { id: string; by: User }[];
  /** The ids of links added by people. */
  links: Set<string>;
}

const commentRow = ({ app }: World, id: string) =>
  app.db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();

const whole = (world: World, { kind, itemId }: Pick<DeletedItem, "kind" | "itemId">): Promise<unknown> =>
  kind === "comment" ? commentRow(world, itemId) : itemWithCompanions(world.app, kind, itemId);

export function failMissing(): never {
  throw new Error("the expected item is missing");
}

/** The reason for a refusal, or null. */
const refusal = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Restores, by a person with or without the right, and checks that everything is as before. */
export async function checkRestore(world: World, by: User, deletionId: string): Promise<void> {
  const { app, deletedItems } = world;
  const what = deletedItems.get(deletionId) ?? failMissing();
  const row = await app.db
    .selectFrom("deletions")
    .selectAll()
    .where("id", "=", deletionId)
    .executeTakeFirstOrThrow();
  const isAllowed = row.deletedBy === by.id || by.role === "admin";
  const reading = await app.db
    .selectFrom("readings")
    .select("id")
    .where("id", "=", row.containerId ?? "")
    .execute();
  const isLost = what.kind === "comment" && reading.length === 0;
  const lost = isLost ? "The reading of this comment was deleted. Restore the reading first." : null;
  const outcome = await refusal(restoreDeletion(app, by, { id: deletionId }));
  expect([what.kind, outcome]).toEqual([what.kind, isAllowed ? lost : "Forbidden"]);
  if (outcome !== null) return;
  expect(await whole(world, what)).toEqual(what.before);
  deletedItems.delete(deletionId);
}

/** Undoes an import, and checks the result against the versions. */
export async function checkUndo(world: World, { id: importId, by }: World["imports"][number]): Promise<void> {
  const { app, deletedItems } = world;
  const versions = await app.db.selectFrom("item_versions").selectAll().orderBy("revision").execute();
  const saved = versions.filter((version) => version.importId === importId);
  const { items } = await currentState(app);
  const expected = { deleted: 0, restored: 0, kept: 0, undoing: false };
  const added: DeletedItem[] = [];
  const formers: { kind: Kind; id: string; fields: string }[] = [];
  for (const [id, ofItem] of Map.groupBy(saved, ({ itemId }) => itemId)) {
    const [{ kind, revision: first }] = [ofItem[0] ?? failMissing()];
    const former = versions.find((version) => version.itemId === id && version.revision === first - 1);
    if (items.get(`${kind}:${id}`)?.revision !== first + ofItem.length - 1) expected.kept += 1;
    else if (former) {
      expected.restored += 1;
      formers.push({ kind, id, fields: former.fields });
    } else {
      expected.deleted += 1;
      added.push({ kind, itemId: id, before: await itemWithCompanions(app, kind, id) });
    }
  }
  const outcome: unknown = await undoImport(app, by, { importId }).catch((error: unknown) => String(error));
  const isDone = expected.deleted + expected.restored > 0;
  const isKnown = saved.length > 0;
  expect(outcome).toEqual(
    isDone ? expected : expect.stringContaining(isKnown ? "Nothing to undo" : "You have no import"),
  );
  for (const { kind, id, fields } of formers) {
    const now = await app.db
      .selectFrom("item_versions")
      .selectAll()
      .where("itemId", "=", id)
      .orderBy("revision", "desc")
      .executeTakeFirstOrThrow();
    expect([kind, now.fields, now.note]).toEqual([kind, fields, "Import undone"]);
  }
  for (const item of added) {
    const { id } = await app.db
      .selectFrom("deletions")
      .select("id")
      .where("itemId", "=", item.itemId)
      .executeTakeFirstOrThrow();
    deletedItems.set(id, item);
  }
}
