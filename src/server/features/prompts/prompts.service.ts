import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import type { NewPrompt, Prompt, PromptEdit, PromptFields } from "#shared/prompts.ts";
import { codePointLength } from "#shared/text.ts";
import type { User } from "#shared/users.ts";

import { insertVersions } from "./prompt-versions.queries.ts";
import { deletePrompt, findPrompt, insertPrompts, listPromptRows, updatePrompt } from "./prompts.queries.ts";

/** Prompts, last updated first. */
export const listPrompts = (app: App, input: PageRequest): Promise<Page<Prompt>> =>
  readPage(
    input,
    (slice) => listPromptRows(app.db, slice),
    ({ dateUpdated, id }) => [dateUpdated, id],
  );

/** One prompt, or a refusal with 404. */
export async function getPrompt(app: App, id: string): Promise<Prompt> {
  const prompt = await findPrompt(app.db, id);
  if (!prompt) throw notFound("Prompt not found");
  return prompt;
}

/** Refuses a text that is longer than the operator lets prompts be. */
function requireFittingText({ config }: App, text: string): void {
  if (codePointLength(text) > config.promptMaxLength) {
    throw invalid(`Use at most ${config.promptMaxLength.toLocaleString("en-US")} characters`, "prompt");
  }
}

/** Adds a prompt that belongs to the user. */
export async function addPrompt(app: App, user: User, input: NewPrompt): Promise<Prompt> {
  requireFittingText(app, input.prompt);
  const prompt = createPrompt(app, user, input);
  await app.db.transaction().execute(async (db) => {
    await insertPrompts(db, [prompt]);
    await insertVersions(db, [prompt], { userId: user.id, note: null });
  });
  return prompt;
}

/** A new prompt as it will be saved. */
export const createPrompt = (app: App, user: User, input: NewPrompt): Prompt => ({
  ...input,
  id: randomUUID(),
  dateUpdated: app.now().toISOString(),
  userId: user.id,
  revision: 1,
});

/**
 * Changes the fields that are given and keeps the former version. An edit that names an outdated revision is refused
 * with 409 and the prompt as it is now; one that names none overwrites.
 */
export function editPrompt(app: App, user: User, edit: PromptEdit): Promise<Prompt> {
  const { id, revision, note, ...changes } = edit;
  return app.db.transaction().execute(async (db) => {
    const prompt = await findPrompt(db, id);
    if (!prompt) throw notFound("Prompt not found");
    if (revision !== undefined && revision !== prompt.revision) throw outdated(prompt);
    // A text from when more was allowed can stay.
    if (changes.prompt !== undefined && changes.prompt !== prompt.prompt) {
      requireFittingText(app, changes.prompt);
    }
    const edited = await updatePrompt(db, prompt, { ...changes, dateUpdated: app.now().toISOString() });
    await insertVersions(db, [edited], { userId: user.id, note });
    return edited;
  });
}

const outdated = (prompt: Prompt) =>
  conflict(
    "Someone else changed this prompt after you opened it. Review their version, then save again.",
    prompt,
  );

/** Deletes a prompt with its history, whoever added it. */
export async function removePrompt(app: App, { id }: { id: string }): Promise<void> {
  if (!(await deletePrompt(app.db, id))) throw notFound("Prompt not found");
}

/** Prompts to add, and prompts to change with what changes in them. */
export interface PromptChanges {
  added: readonly Prompt[];
  edited: readonly { before: Prompt; changes: Partial<PromptFields> }[];
}

/** Changes many prompts at once, all or none: `plan` sees the library, last updated first, and says what to do. */
export function changePrompts<Plan extends PromptChanges>(
  app: App,
  user: User,
  plan: (prompts: readonly Prompt[]) => Plan,
  note: string,
): Promise<Plan> {
  return app.db.transaction().execute(async (db) => {
    const planned = plan(await listPromptRows(db, { after: null, limit: null }));
    await insertPrompts(db, planned.added);
    const dateUpdated = app.now().toISOString();
    const edited: Prompt[] = [];
    for (const { before, changes } of planned.edited) {
      edited.push(await updatePrompt(db, before, { ...changes, dateUpdated }));
    }
    await insertVersions(db, [...planned.added, ...edited], { userId: user.id, note });
    return planned;
  });
}
