import type { App } from "#server/app.ts";
import { createTimeSlices } from "#server/kernel/async/yield-to-event-loop.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { EventVerb } from "#shared/kernel/events.ts";

import { insertVersions, type ItemState } from "./item-versions.queries.ts";
import { insertRows, updateRow } from "./items.queries.ts";
import type { Detail, Library, LibraryItem } from "./library-kind.service.ts";

type Db = App["db"];

/** Items to add, and items to change with what changes in them. */
interface ItemChanges<Item, Fields> {
  added: readonly Item[];
  edited: readonly { before: Item; changes: Partial<Fields>; detail?: Detail }[];
}

/** Who changes items, and what is told of it. */
export interface How {
  /** Null for the server itself: what its jobs change is told by the one event of their run. */
  by: User | null;
  verb?: EventVerb | undefined;
  note?: string | null | undefined;
  detail?: Detail | undefined;
  importId?: string;
}

/**
 * Stores new items and changes items as they were read, with their versions and events, within a transaction. Skips edits
 * that change nothing. Returns the edited items as they are now.
 */
export async function saveChanges<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  {
    by,
    verb = "edited",
    note = null,
    detail: more,
    importId,
    added = [],
    edited = [],
  }: How & Partial<ItemChanges<Item, Fields>>,
): Promise<Item[]> {
  await insertRows(db, library.store, added);
  await library.afterInsert?.(db, added);
  const savedAt = app.now().toISOString();
  const touched = library.touch(savedAt);
  const detail = { ...more, ...(importId !== undefined && { import: importId }) };
  const items: Item[] = [];
  const changed: { item: Item; detail: Detail }[] = [];
  const turn = createTimeSlices();
  for (const { before, changes, detail: ofItem } of edited) {
    await turn();
    const prepared = library.prepare?.(app, changes, before) ?? changes;
    const fields = changedFields(before, prepared);
    if (fields.length === 0) {
      items.push(before);
      continue;
    }
    const item = await updateRow(db, library.store, before, { ...prepared, ...touched });
    items.push(item);
    changed.push({ item, detail: { ...detail, ...ofItem, fields, revision: item.revision } });
  }
  const states = [...added, ...changed.map(({ item }) => item)].map((item) => stateOf(library, item));
  await insertVersions(db, library.kind, states, {
    savedBy: by?.id ?? null,
    savedAt,
    note,
    importId: importId ?? null,
  });
  if (by === null) return items;
  await recordEvents(app, db, [
    ...added.map((item) => ({
      ...subjectOf(library, item),
      actorId: by.id,
      verb: "added" as const,
      detail: { ...detail, revision: item.revision },
    })),
    ...changed.map(({ item, detail: edit }) => ({
      ...subjectOf(library, item),
      actorId: by.id,
      verb,
      detail: edit,
    })),
  ]);
  return items;
}

/** Changes one item as it was read, within a transaction; returns it as it is now. */
export async function saveOne<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { before, changes, ...how }: How & { before: Item; changes: Partial<Fields> },
): Promise<Item> {
  const [item = before] = await saveChanges(app, db, library, { ...how, edited: [{ before, changes }] });
  return item;
}

/** What its history keeps of an item as it is now. */
function stateOf<Item extends LibraryItem, Fields extends object>(
  { emptyFields, pictureOf }: Library<Item, Fields>,
  item: Item,
): ItemState {
  const values = new Map<string, unknown>(Object.entries(item));
  return {
    itemId: item.id,
    revision: item.revision,
    fields: Object.fromEntries(Object.keys(emptyFields).map((name) => [name, values.get(name)])),
    image: pictureOf(item),
  };
}

/** The names of the fields whose values differ from before. */
function changedFields(before: object, changes: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes).flatMap(([field, value]) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(former.get(field)) ? [] : field,
  );
}

/** An item as an event names it. */
export const subjectOf = <Item extends LibraryItem, Fields extends object>(
  { kind, titleOf }: Library<Item, Fields>,
  item: Item,
) => ({ kind, itemId: item.id, title: titleOf(item) });
