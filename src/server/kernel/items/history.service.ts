import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Page } from "#shared/kernel/paging.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";

import { findVersion, listVersionRows, type StoredVersion } from "./item-versions.queries.ts";
import type { Library, LibraryItem } from "./library-kind.service.ts";
import { editItem, getItem } from "./library.service.ts";

/** Lists an item's versions, current one first, or those from a given version back. */
export async function listVersions<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { id, upTo, ...page }: VersionsRequest,
): Promise<Page<VersionOf<Fields>>> {
  await getItem(app, library, id);
  const { items, nextCursor } = await readPage(
    page,
    (slice) => listVersionRows(app.db, library.kind, id, { ...slice, upTo }),
    ({ revision }) => [String(revision), id],
  );
  return {
    items: items.map(({ fields: _fields, ...version }, index) => ({
      ...fieldsOf(library, items[index]),
      ...version,
    })),
    nextCursor,
  };
}

/**
 * Restores the content of an old version as the newest. The current one remains in the history. Throws 409 with the
 * current item if it has changed since `baseRevision`.
 */
export async function restoreVersion<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  by: User,
  { id, revision, baseRevision }: RestoreRequest,
): Promise<Item> {
  await getItem(app, library, id);
  const version = await findVersion(app.db, library.kind, id, revision);
  if (!version) throw notFound("Version not found");
  return editItem(app, library, {
    by,
    id,
    revision: baseRevision,
    changes: fieldsOf(library, version),
    verb: "restored",
    note: `Restored version ${revision}`,
    detail: { from: revision },
  });
}

/** Returns the fields of a version. Fields added since then are empty. */
export const fieldsOf = <Item extends LibraryItem, Fields extends object>(
  { emptyFields }: Library<Item, Fields>,
  version: Pick<StoredVersion, "fields"> | undefined,
): Fields => ({ ...emptyFields, ...version?.fields });
