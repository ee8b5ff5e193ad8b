/**
 * Lists, reads, adds, edits and bulk-edits tools, prompts and readings. Every change is one transaction: the row, the
 * kind's additional data, the search entry and the event. For deletion and restoring, see `removal.service.ts`.
 */
import { randomUUID } from "node:crypto";

import type { App, Db } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { findRow, lockItems, listRows, listRowsById } from "./items.queries.ts";
import type { Detail, Library, LibraryItem } from "./library-kind.service.ts";
import { type ChangeMetadata, saveChanges, saveItem } from "./saving.service.ts";

/** Lists items, latest first. */
export const listItems = <Item extends LibraryItem, Fields extends object>(
  app: App,
  { store }: Library<Item, Fields>,
  input: PageRequest,
): Promise<Page<Item>> =>
  readPage(
    input,
    (slice) => listRows(app.db, store, slice),
    (item) => [item[store.orderedBy] ?? "", item.id],
  );

/** Lists all items, latest first. */
export const listAllItems = <Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  { store }: Library<Item, Fields>,
): Promise<Item[]> => listRows(db, store, { after: null, limit: null });

/** Returns one item, if it exists. `db` may be a transaction. */
export const findItem = <Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  { store }: Library<Item, Fields>,
  id: string,
): Promise<Item | undefined> => findRow(db, store, id);

/** Returns the items with these ids, except deleted ones. `db` may be a transaction. */
export const listItemsById = <Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  { store }: Library<Item, Fields>,
  ids: readonly string[],
): Promise<Item[]> => listRowsById(db, store, ids);

/** Returns one item. Throws 404 if there is none. `db` may be a transaction. */
export async function getItem<Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  library: Library<Item, Fields>,
  id: string,
): Promise<Item> {
  const { kind } = library;
  const item = await findItem({ db }, library, id);
  if (!item) throw notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found`);
  return item;
}

/** Returns a new item of this user, ready to store. */
export const createItem = <Item extends LibraryItem, Fields extends object>(
  app: App,
  { create, prepare }: Library<Item, Fields>,
  {
    by,
    fields,
    id = randomUUID(),
    time = app.now().toISOString(),
  }: { by: User; fields: Fields; id?: string; time?: string },
): Item => create(prepare?.(app, fields, null) ?? fields, { id, userId: by.id, revision: 1 }, time);

/** Adds an item owned by this user. */
export async function addItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { by, fields }: { by: User; fields: Fields },
): Promise<Item> {
  const item = createItem(app, library, { by, fields });
  await app.db.transaction().execute((db) => saveChanges(app, db, library, { by, added: [item] }));
  return item;
}

interface ItemEdit<Fields> {
  by: User;
  id: string;
  /** Revision that the edit is based on. Absent to overwrite any revision. */
  revision?: number | undefined;
  changes: Partial<Fields>;
  verb?: EventVerb;
  note?: string | null | undefined;
  detail?: Detail;
}

/** Updates the given fields. Throws 409 with the current item if the revision is outdated. */
export function editItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { id, revision, changes, ...metadata }: ItemEdit<Fields>,
): Promise<Item> {
  return app.db.transaction().execute(async (db) => {
    const before = await getItem({ db }, library, id);
    if (revision !== undefined && revision !== before.revision) throw outdated(library.kind, before);
    return saveItem(app, db, library, { ...metadata, before, changes });
  });
}

const outdated = (noun: string, item: LibraryItem) =>
  conflict(
    `Someone else changed this ${noun} after you opened it. Review their version, then save again.`,
    item,
  );

/** Edits an item based on its current state, despite concurrent changes. `by` is null for the server. */
export function reviseItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { by, id, revise }: { by: User | null; id: string; revise: (item: Item) => Partial<Fields> },
): Promise<Item> {
  return app.db.transaction().execute(async (db) => {
    const before = await getItem({ db }, library, id);
    return saveItem(app, db, library, { by, before, changes: revise(before) });
  });
}

/** Planned additions and edits of items. */
interface PlannedItemChanges {
  added: readonly { id: string; time: string; fields: object }[];
  edited: readonly { id: string; revision: number; changes: object }[];
}

interface BulkChange<Plan> {
  by: User;
  /** Plans the changes from the current data. Called again if items change concurrently. */
  plan: () => Promise<Plan>;
  changesIn: (plan: Plan) => PlannedItemChanges;
  /** Stores the rest of the plan after the items, in the same transaction. */
  afterSave?: (db: Db, plan: Plan) => Promise<void>;
  /** Number of attempts without a lock. After that, planning locks out other writers. */
  unlockedAttempts: number;
  note?: string;
  importId: string;
}

/** Saves many items, all or none. Plans again if items change before they are stored. Returns the plan. */
export async function saveItems<Item extends LibraryItem, Fields extends object, Plan>(
  app: App,
  library: Library<Item, Fields>,
  { plan, changesIn, afterSave, unlockedAttempts, ...metadata }: BulkChange<Plan>,
): Promise<Plan> {
  const save = async (db: Db, planned: Plan) => {
    await savePlanned(app, db, library, changesIn(planned), metadata);
    await afterSave?.(db, planned);
  };
  for (let attempt = 0; attempt < unlockedAttempts; attempt += 1) {
    const version = app.cacheVersions.read(library.kind);
    const planned = await plan();
    const isSaved = await app.db.transaction().execute(async (db) => {
      await lockItems(db, library.store);
      await app.database.catchUp?.run();
      if (app.cacheVersions.read(library.kind) !== version) return false;
      await save(db, planned);
      return true;
    });
    if (isSaved) return planned;
  }
  return app.db.transaction().execute(async (db) => {
    await lockItems(db, library.store);
    const planned = await plan();
    await save(db, planned);
    return planned;
  });
}

async function savePlanned<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { added, edited }: PlannedItemChanges,
  metadata: ChangeMetadata & { by: User },
): Promise<void> {
  const yieldIfDue = createYielder();
  const items: Item[] = [];
  for (const { fields, ...rest } of added) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- planned for this kind of item
    items.push(createItem(app, library, { by: metadata.by, fields: fields as Fields, ...rest }));
    await yieldIfDue();
  }
  const existing = await listRowsById(
    db,
    library.store,
    edited.map(({ id }) => id),
  );
  const byId = new Map(existing.map((item) => [item.id, item]));
  const edits = edited.flatMap(({ id, changes }) => {
    const before = byId.get(id);
    return before ? [{ before, changes }] : [];
  });
  await saveChanges(app, db, library, { ...metadata, added: items, edited: edits });
}
