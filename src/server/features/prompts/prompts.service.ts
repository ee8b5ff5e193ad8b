import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem, listItems } from "#server/kernel/items/library.service.ts";
import { removeItem } from "#server/kernel/items/removal.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { PromptImportRequest } from "#shared/imports/prompts/prompt-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { codePointLength, isSameValue } from "#shared/kernel/text-rules.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";
import {
  EMPTY_PROMPT,
  type NewPrompt,
  type Prompt,
  type PromptEdit,
  type PromptFields,
  type PromptFlags,
  type PromptStars,
} from "#shared/prompts/prompts.ts";

import { namePrompts } from "./prompt-names.service.ts";
import {
  countStars,
  deleteStar,
  insertStar,
  listStarredBy,
  listStars,
  promptStore,
} from "./prompts.queries.ts";

const MAX_STARRED = 10_000;

/** Imports the rows of a call as prompts. Reports the effect of each, or in a dry run the expected one. */
export const importPrompts = (
  app: App,
  user: User,
  input: PromptImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> => runImport(app, user, promptLibrary, input, { signal, note: "Imported" });

export const promptLibrary: Library<Prompt, PromptFields> = {
  kind: "prompt",
  store: promptStore,
  titleOf: ({ name }) => name,
  pictureOf: ({ exampleImageUrl }) => exampleImageUrl,
  emptyFields: EMPTY_PROMPT,
  create: (fields, base, time) => ({ ...fields, ...base, dateUpdated: time }),
  touch: (time) => ({ dateUpdated: time }),
  prepare(app, fields, before) {
    // An unchanged text may exceed the limit, from when it was higher.
    if (fields.prompt !== undefined && !isSameValue(fields.prompt, before?.prompt))
      requireFittingText(app, fields.prompt);
    return fields;
  },
  afterInsert: namePrompts,
};

/** Rejects a text that exceeds the operator's limit for prompts. */
function requireFittingText({ config }: App, text: string): void {
  if (codePointLength(text) > config.promptMaxLength) {
    throw invalid(`Use at most ${config.promptMaxLength.toLocaleString("en-US")} characters`, "prompt");
  }
}

/** Lists prompts, last updated first. */
export const listPrompts = (app: App, input: PageRequest): Promise<Page<Prompt>> =>
  listItems(app, promptLibrary, input);

/** Returns one prompt. Throws 404 if there is none. */
export const getPrompt = (app: App, id: string): Promise<Prompt> => getItem(app, promptLibrary, id);

/** Adds a prompt owned by the user. */
export const addPrompt = (app: App, by: User, fields: NewPrompt): Promise<Prompt> =>
  addItem(app, promptLibrary, { by, fields });

/** Updates the given fields. Throws 409 with the current prompt if it has changed since. */
export const editPrompt = (
  app: App,
  by: User,
  { id, revision, note, ...changes }: PromptEdit,
): Promise<Prompt> => editItem(app, promptLibrary, { by, id, revision, changes, note });

/** Lists all versions of a prompt, current one first. */
export const listPromptVersions = (
  app: App,
  input: VersionsRequest,
): Promise<Page<VersionOf<PromptFields>>> => listVersions(app, promptLibrary, input);

/** Restores an old version of a prompt as the newest. Throws 409 if the prompt has changed since. */
export const restorePrompt = (app: App, by: User, input: RestoreRequest): Promise<Prompt> =>
  restoreVersion(app, promptLibrary, by, input);

/** Deletes a prompt, regardless of who added it. */
export async function removePrompt(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<{ deletionId: string }> {
  const { deletionId } = await removeItem(app, promptLibrary, { by, ...request });
  return { deletionId };
}

/** Stars a prompt for this user, or removes their star. */
export const setPromptFlags = (
  app: App,
  { id: userId }: User,
  { id, isStarred }: PromptFlags,
): Promise<PromptStars> =>
  app.db.transaction().execute(async (db) => {
    await getItem({ db }, promptLibrary, id);
    await (isStarred ? insertStar : deleteStar)(db, id, userId);
    return { id, isStarred, stars: await countStars(db, id) };
  });

export const listPromptStars = async ({ db }: App, { id }: User): Promise<Page<PromptStars>> => ({
  items: await listStars(db, id, MAX_STARRED),
  nextCursor: null,
});

/** Returns the ids of the prompts that a user has starred. */
export const starredPrompts = async ({ db }: App, { id }: User): Promise<ReadonlySet<string>> =>
  new Set(await listStarredBy(db, id));
