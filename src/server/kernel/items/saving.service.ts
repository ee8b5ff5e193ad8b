import type { App, Db } from "#server/app.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import { isSameValue } from "#shared/kernel/text-rules.ts";

import { insertVersions, type ItemState } from "./item-versions.queries.ts";
import { insertRows, updateRow } from "./items.queries.ts";
import type { Detail, Library, LibraryItem } from "./library-kind.service.ts";

/** Items to add, and edits of existing items. */
interface ItemChanges<Item, Fields> {
  added: readonly Item[];
  edited: readonly { before: Item; changes: Partial<Fields>; detail?: Detail }[];
}

/** Author of a change, with its event data. */
export interface ChangeMetadata {
  /** Null for the server itself: a job's changes are recorded in the one event of its run. */
  by: Pick<User, "id"> | null;
  verb?: EventVerb | undefined;
  note?: string | null | undefined;
  detail?: Detail | undefined;
  importId?: string;
}

/**
 * Stores new and edited items with their versions and events, within a transaction. Skips edits without changes.
 * Returns the edited items in their current state.
 */
export async function saveChanges<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  {
    by,
    verb = "edited",
    note = null,
    detail: sharedDetail,
    importId,
    added = [],
    edited = [],
  }: ChangeMetadata & Partial<ItemChanges<Item, Fields>>,
): Promise<Item[]> {
  await insertRows(db, library.store, added);
  await library.afterInsert?.(db, added);
  const savedAt = app.now().toISOString();
  const touchedFields = library.touch(savedAt);
  const detail = { ...sharedDetail, ...(importId !== undefined && { import: importId }) };
  const items: Item[] = [];
  const changed: { item: Item; detail: Detail }[] = [];
  const yieldIfDue = createYielder();
  for (const { before, changes, detail: itemDetail } of edited) {
    await yieldIfDue();
    const prepared = library.prepare?.(app, changes, before) ?? changes;
    const fields = changedFields(before, prepared);
    if (fields.length === 0) {
      items.push(before);
      continue;
    }
    const item = await updateRow(db, library.store, before, { ...prepared, ...touchedFields });
    items.push(item);
    changed.push({ item, detail: { ...detail, ...itemDetail, fields, revision: item.revision } });
  }
  const states = [...added, ...changed.map(({ item }) => item)].map((item) => toItemState(library, item));
  await insertVersions(db, library.kind, states, {
    savedBy: by?.id ?? null,
    savedAt,
    note,
    importId: importId ?? null,
  });
  if (by === null) return items;
  await recordEvents(app, db, [
    ...added.map((item) => ({
      ...eventSubject(library, item),
      actorId: by.id,
      verb: "added" as const,
      detail: { ...detail, revision: item.revision },
    })),
    ...changed.map(({ item, detail: edit }) => ({
      ...eventSubject(library, item),
      actorId: by.id,
      verb,
      detail: edit,
    })),
  ]);
  return items;
}

/** Edits one item, within a transaction. Returns its current state. */
export async function saveItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { before, changes, ...metadata }: ChangeMetadata & { before: Item; changes: Partial<Fields> },
): Promise<Item> {
  const [item = before] = await saveChanges(app, db, library, { ...metadata, edited: [{ before, changes }] });
  return item;
}

/** Returns an item's current state for its history. */
function toItemState<Item extends LibraryItem, Fields extends object>(
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

/** Returns the names of the fields whose values differ. */
function changedFields(before: object, changes: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes).flatMap(([field, value]) =>
    value === undefined || isSameValue(value, former.get(field)) ? [] : field,
  );
}

/** Describes an item for an event. */
export const eventSubject = <Item extends LibraryItem, Fields extends object>(
  { kind, titleOf }: Library<Item, Fields>,
  item: Item,
) => ({ kind, itemId: item.id, title: titleOf(item) });
