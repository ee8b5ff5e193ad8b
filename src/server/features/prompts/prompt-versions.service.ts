import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { editItem } from "#server/library/library.service.ts";
import { readPage } from "#server/paging.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import type { Prompt, PromptRestore, PromptVersion } from "#shared/prompts.ts";
import type { User } from "#shared/users.ts";

import { findVersion, listVersionRows } from "./prompt-versions.queries.ts";
import { getPrompt, promptLibrary } from "./prompts.service.ts";

/** All states that a prompt has had, the present one first. */
export async function listVersions(
  app: App,
  { id, ...page }: PageRequest & { id: string },
): Promise<Page<PromptVersion>> {
  await getPrompt(app, id);
  return readPage(
    page,
    (slice) => listVersionRows(app.db, id, slice),
    ({ revision }) => [String(revision), id],
  );
}

/** Makes the content of an old version the newest one; what is there now stays in the history. */
export async function restoreVersion(
  app: App,
  user: User,
  { id, revision, baseRevision }: PromptRestore,
): Promise<Prompt> {
  await getPrompt(app, id);
  const version = await findVersion(app.db, id, revision);
  if (!version) throw notFound("Version not found");
  const { savedBy: _savedBy, savedAt: _savedAt, revision: _revision, note: _note, ...changes } = version;
  return editItem(app, promptLibrary, {
    by: user,
    id,
    revision: baseRevision,
    changes,
    verb: "restored",
    note: `Restored version ${revision}`,
  });
}
