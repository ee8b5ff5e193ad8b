/**
 * Tools, prompts and readings alike: listed, read, added, edited, and changed many at once. Every change is one
 * transaction with everything that belongs to it: the row, what the kind keeps besides it, what a search finds of it, and
 * the event in the ledger. Deleting and bringing back are in `removal.service.ts`.
 */
import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { createTimeSlices } from "#server/kernel/async/yield-to-event-loop.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { findRow, haveOtherItemsWait, listRows, listRowsById } from "./items.queries.ts";
import type { Detail, Library, LibraryItem } from "./library-kind.service.ts";
import { type How, saveChanges, saveOne } from "./saving.service.ts";

type Db = App["db"];

/** Items, latest first. */
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

/** All items, latest first. */
export const listAllItems = <Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  { store }: Library<Item, Fields>,
): Promise<Item[]> => listRows(db, store, { after: null, limit: null });

/** One item, if it is there; `db` may be that of a transaction. */
export const findItem = <Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  { store }: Library<Item, Fields>,
  id: string,
): Promise<Item | undefined> => findRow(db, store, id);

/** Those of these items that are there; `db` may be that of a transaction. */
export const listItemsById = <Item extends LibraryItem, Fields extends object>(
  { db }: { db: Db },
  { store }: Library<Item, Fields>,
  ids: readonly string[],
): Promise<Item[]> => listRowsById(db, store, ids);

/** One item, or a refusal with 404; `db` may be that of a transaction. */
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

/** A new item of this person's, as it will be stored. */
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

/** Adds an item that belongs to this person. */
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
  /** The state that the edit was made on; absent to overwrite whatever there is. */
  revision?: number | undefined;
  changes: Partial<Fields>;
  verb?: EventVerb;
  note?: string | null | undefined;
  detail?: Detail;
}

/** Changes the given fields. An edit of an outdated revision is refused with 409 and the item as it is now. */
export function editItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { id, revision, changes, ...how }: ItemEdit<Fields>,
): Promise<Item> {
  return app.db.transaction().execute(async (db) => {
    const before = await getItem({ db }, library, id);
    if (revision !== undefined && revision !== before.revision) throw outdated(library.kind, before);
    return saveOne(app, db, library, { ...how, before, changes });
  });
}

const outdated = (noun: string, item: LibraryItem) =>
  conflict(
    `Someone else changed this ${noun} after you opened it. Review their version, then save again.`,
    item,
  );

/** Changes an item by what it is at that moment, however many others change it meanwhile; `by` is null for the server. */
export function reviseItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { by, id, revise }: { by: User | null; id: string; revise: (item: Item) => Partial<Fields> },
): Promise<Item> {
  return app.db.transaction().execute(async (db) => {
    const before = await getItem({ db }, library, id);
    return saveOne(app, db, library, { by, before, changes: revise(before) });
  });
}

/** New items and changes of items that are there, as somebody has planned them. */
interface PlannedChanges {
  added: readonly { id: string; time: string; fields: object }[];
  edited: readonly { id: string; revision: number; changes: object }[];
}

interface ManyChanges<Plan> {
  by: User;
  /** Decides what to do by what is there; made again where somebody changes items meanwhile. */
  plan: () => Promise<Plan>;
  changesIn: (plan: Plan) => PlannedChanges;
  /** Stores what else is planned, within the transaction of the items, behind them. */
  afterSave?: (db: Db, plan: Plan) => Promise<void>;
  /** How often that may be; then others wait while it is planned. */
  tries: number;
  note?: string;
  importId: string;
}

/** Changes many items at once, all or none, by a plan that holds when they are stored; returns the plan. */
export async function saveItems<Item extends LibraryItem, Fields extends object, Plan>(
  app: App,
  library: Library<Item, Fields>,
  { plan, changesIn, afterSave, tries, ...how }: ManyChanges<Plan>,
): Promise<Plan> {
  const save = async (db: Db, planned: Plan) => {
    await savePlanned(app, db, library, changesIn(planned), how);
    await afterSave?.(db, planned);
  };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const mark = app.cacheVersions.read(library.kind);
    const planned = await plan();
    const isSaved = await app.db.transaction().execute(async (db) => {
      await haveOtherItemsWait(db, library.store);
      await app.database.catchUp?.run();
      if (app.cacheVersions.read(library.kind) !== mark) return false;
      await save(db, planned);
      return true;
    });
    if (isSaved) return planned;
  }
  return app.db.transaction().execute(async (db) => {
    await haveOtherItemsWait(db, library.store);
    const planned = await plan();
    await save(db, planned);
    return planned;
  });
}

async function savePlanned<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { added, edited }: PlannedChanges,
  how: How & { by: User },
): Promise<void> {
  const turn = createTimeSlices();
  const items: Item[] = [];
  for (const { fields, ...rest } of added) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- planned for this kind of item
    items.push(createItem(app, library, { by: how.by, fields: fields as Fields, ...rest }));
    await turn();
  }
  const there = await listRowsById(
    db,
    library.store,
    edited.map(({ id }) => id),
  );
  const byId = new Map(there.map((item) => [item.id, item]));
  const edits = edited.flatMap(({ id, changes }) => {
    const before = byId.get(id);
    return before ? [{ before, changes }] : [];
  });
  await saveChanges(app, db, library, { ...how, added: items, edited: edits });
}
