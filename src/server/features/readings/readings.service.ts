import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import type { ListedReading, NewReading, Reading, ReadingEdit, ReadingFields } from "#shared/readings.ts";
import type { User } from "#shared/users.ts";

import { countComments } from "./comments.queries.ts";
import {
  deleteReading,
  findReading,
  insertReadings,
  listReadingRows,
  listReadingRowsFor,
  updateReading,
  upsertSeen,
} from "./readings.queries.ts";

/** Readings, newest first, with what is new in their discussions to this person. */
export const listReadings = (app: App, user: User, input: PageRequest): Promise<Page<ListedReading>> =>
  readPage(
    input,
    (slice) => listReadingRowsFor(app.db, user.id, slice),
    ({ createdAt, id }) => [createdAt, id],
  );

/** All readings, newest first. */
export const allReadings = (app: App): Promise<Reading[]> =>
  listReadingRows(app.db, { after: null, limit: null });

/** One reading, or a refusal with 404. */
export async function getReading(app: App, id: string): Promise<Reading> {
  const reading = await findReading(app.db, id);
  if (!reading) throw notFound("Reading not found");
  return reading;
}

/** Adds a reading that belongs to the user. */
export async function addReading(app: App, user: User, input: NewReading): Promise<Reading> {
  const reading = createReading(app, user, input);
  await insertReadings(app.db, [reading]);
  return reading;
}

/** A new reading as it will be saved. */
export function createReading(app: App, user: User, input: NewReading): Reading {
  const now = app.now().toISOString();
  return { ...input, id: randomUUID(), createdAt: now, updatedAt: now, userId: user.id, revision: 1 };
}

/**
 * Changes the fields that are given. An edit that names an outdated revision is refused with 409 and the reading as it
 * is now; one that names none overwrites.
 */
export function editReading(app: App, { id, revision, ...changes }: ReadingEdit): Promise<Reading> {
  return app.db.transaction().execute(async (db) => {
    const reading = await findReading(db, id);
    if (!reading) throw notFound("Reading not found");
    if (revision !== undefined && revision !== reading.revision) throw outdated(reading);
    return updateReading(db, reading, { ...changes, updatedAt: app.now().toISOString() });
  });
}

const outdated = (reading: Reading) =>
  conflict(
    "Someone else changed this reading after you opened it. Review their version, then save again.",
    reading,
  );

/** Deletes a reading with its discussion, whoever added it; answers how many comments went with it. */
export function removeReading(app: App, { id }: { id: string }): Promise<{ removedComments: number }> {
  return app.db.transaction().execute(async (db) => {
    const removedComments = await countComments(db, id);
    if (!(await deleteReading(db, id))) throw notFound("Reading not found");
    return { removedComments };
  });
}

/** Notes that the person has the discussion open: what others wrote until now is no longer new to them. */
export async function markSeen(app: App, user: User, { id }: { id: string }): Promise<void> {
  await getReading(app, id);
  await upsertSeen(app.db, { userId: user.id, readingId: id, seenAt: app.now().toISOString() });
}

/** Readings to add, and readings to change with what changes in them. */
export interface ReadingChanges {
  added: readonly Reading[];
  edited: readonly { before: Reading; changes: Partial<ReadingFields> }[];
}

/** Changes many readings at once, all or none: `plan` sees the list, newest first, and says what to do. */
export function changeReadings<Plan extends ReadingChanges>(
  app: App,
  plan: (readings: readonly Reading[]) => Plan,
): Promise<Plan> {
  return app.db.transaction().execute(async (db) => {
    const planned = plan(await listReadingRows(db, { after: null, limit: null }));
    const updatedAt = app.now().toISOString();
    await insertReadings(db, planned.added);
    for (const { before, changes } of planned.edited) {
      await updateReading(db, before, { ...changes, updatedAt });
    }
    return planned;
  });
}
