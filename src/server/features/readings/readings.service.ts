import type { App } from "#server/app.ts";
import { setDiscussionSeen } from "#server/features/comments/comments.service.ts";
import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem } from "#server/kernel/items/library.service.ts";
import { removeItem } from "#server/kernel/items/removal.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";
import {
  EMPTY_READING,
  type ListedReading,
  type NewReading,
  type Reading,
  type ReadingEdit,
  type ReadingFields,
} from "#shared/readings/readings.ts";

import { listReadingRowsFor, readingStore } from "./readings.queries.ts";

export const readingLibrary: Library<Reading, ReadingFields> = {
  kind: "reading",
  store: readingStore,
  titleOf: ({ title }) => title,
  pictureOf: ({ imageUrl }) => imageUrl,
  emptyFields: EMPTY_READING,
  create: (fields, base, time) => ({ ...fields, ...base, createdAt: time, updatedAt: time }),
  touch: (time) => ({ updatedAt: time }),
};

/** Lists readings, newest first, with the number of new comments for this user. */
export const listReadings = (app: App, user: User, input: PageRequest): Promise<Page<ListedReading>> =>
  readPage(
    input,
    (slice) => listReadingRowsFor(app.db, user.id, slice),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Returns one reading. Throws 404 if there is none. */
export const getReading = (app: App, id: string): Promise<Reading> => getItem(app, readingLibrary, id);

/** Adds a reading owned by the user. */
export const addReading = (app: App, by: User, fields: NewReading): Promise<Reading> =>
  addItem(app, readingLibrary, { by, fields });

/** Updates the given fields. Throws 409 with the current reading if it has changed since. */
export const editReading = (
  app: App,
  by: User,
  { id, revision, ...changes }: ReadingEdit,
): Promise<Reading> => editItem(app, readingLibrary, { by, id, revision, changes });

/** Lists all versions of a reading, current one first. */
export const listReadingVersions = (
  app: App,
  input: VersionsRequest,
): Promise<Page<VersionOf<ReadingFields>>> => listVersions(app, readingLibrary, input);

/** Restores an old version of a reading as the newest. Throws 409 if the reading has changed since. */
export const restoreReading = (app: App, by: User, input: RestoreRequest): Promise<Reading> =>
  restoreVersion(app, readingLibrary, by, input);

/** Deletes a reading with its discussion, regardless of who added it. Returns the number of deleted comments. */
export async function removeReading(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<{ removedComments: number; deletionId: string }> {
  const { deletionId, contents } = await removeItem(app, readingLibrary, { by, ...request });
  return { removedComments: contents["comments"] ?? 0, deletionId };
}

/** Flags a discussion as seen by this user: comments up to now are no longer new to them. */
export const markSeen = (app: App, user: User, { id }: { id: string }): Promise<void> =>
  setDiscussionSeen(app, user, { readingId: id });
