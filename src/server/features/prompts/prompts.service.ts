import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem, listAllItems, listItems } from "#server/kernel/items/library.service.ts";
import { removeItem } from "#server/kernel/items/removal.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";
import {
  EMPTY_PROMPT,
  type NewPrompt,
  type Prompt,
  type PromptEdit,
  type PromptFields,
} from "#shared/prompts/prompts.ts";

import { namePrompts } from "./prompt-names.service.ts";
import { promptStore } from "./prompts.queries.ts";

export const promptLibrary: Library<Prompt, PromptFields> = {
  kind: "prompt",
  store: promptStore,
  titleOf: ({ name }) => name,
  pictureOf: ({ exampleImageUrl }) => exampleImageUrl,
  emptyFields: EMPTY_PROMPT,
  create: (fields, base, time) => ({ ...fields, ...base, dateUpdated: time }),
  touch: (time) => ({ dateUpdated: time }),
  prepare(app, fields, before) {
    // A text from when more was allowed can stay.
    if (fields.prompt !== undefined && fields.prompt !== before?.prompt)
      requireFittingText(app, fields.prompt);
    return fields;
  },
  afterInsert: namePrompts,
};

/** Refuses a text that is longer than the operator lets prompts be. */
function requireFittingText({ config }: App, text: string): void {
  if (codePointLength(text) > config.promptMaxLength) {
    throw invalid(`Use at most ${config.promptMaxLength.toLocaleString("en-US")} characters`, "prompt");
  }
}

/** Prompts, last updated first. */
export const listPrompts = (app: App, input: PageRequest): Promise<Page<Prompt>> =>
  listItems(app, promptLibrary, input);

/** All prompts, last updated first. */
export const listAllPrompts = (app: App): Promise<Prompt[]> => listAllItems(app, promptLibrary);

/** One prompt, or a refusal with 404. */
export const getPrompt = (app: App, id: string): Promise<Prompt> => getItem(app, promptLibrary, id);

/** Adds a prompt that belongs to the user. */
export const addPrompt = (app: App, by: User, fields: NewPrompt): Promise<Prompt> =>
  addItem(app, promptLibrary, { by, fields });

/** Changes the fields that are given; throws 409 with the prompt as it is when it was changed meanwhile. */
export const editPrompt = (
  app: App,
  by: User,
  { id, revision, note, ...changes }: PromptEdit,
): Promise<Prompt> => editItem(app, promptLibrary, { by, id, revision, changes, note });

/** All states that a prompt has had, the present one first. */
export const listPromptVersions = (
  app: App,
  input: VersionsRequest,
): Promise<Page<VersionOf<PromptFields>>> => listVersions(app, promptLibrary, input);

/** Makes an old version of a prompt the newest one; throws 409 when somebody has changed the prompt meanwhile. */
export const restorePrompt = (app: App, by: User, input: RestoreRequest): Promise<Prompt> =>
  restoreVersion(app, promptLibrary, by, input);

/** Deletes a prompt, whoever added it. */
export async function removePrompt(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<{ deletionId: string }> {
  const { deletionId } = await removeItem(app, promptLibrary, { by, ...request });
  return { deletionId };
}
