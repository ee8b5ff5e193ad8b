import type { App, Db } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import { type Belonging, dependentRows } from "#server/kernel/items/belongings.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem } from "#server/kernel/items/library.service.ts";
import { type Removal, removeItem } from "#server/kernel/items/removal.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { PromptImportRequest } from "#shared/imports/prompts/prompt-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page } from "#shared/kernel/paging.ts";
import { codePointLength, isSameValue } from "#shared/kernel/text-rules.ts";
import {
  EMPTY_PROMPT,
  type NewPrompt,
  type Prompt,
  type PromptEdit,
  type PromptFields,
  type PromptFlags,
  type PromptStars,
} from "#shared/prompts/prompts.ts";

import {
  countStars,
  deleteStar,
  insertPromptNames,
  insertStar,
  listSlugsLike,
  listIdsStarredBy,
  listStars,
  promptStore,
  readPromptToName,
} from "./prompts.queries.ts";

const MAX_STARRED = 10_000;

/** Imports the rows of a call as prompts. Reports what happened to each row, or would happen in a dry run. */
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
    // An unchanged text may be longer than the limit, if the limit was higher before.
    if (fields.prompt !== undefined && !isSameValue(fields.prompt, before?.prompt))
      requireAllowedLength(app, fields.prompt);
    return fields;
  },
  afterInsert: namePrompts,
};

/** Rejects a text that exceeds the operator's limit for prompts. */
function requireAllowedLength({ config }: App, text: string): void {
  if (codePointLength(text) > config.promptMaxLength) {
    throw invalid(`Use at most ${config.promptMaxLength.toLocaleString("en-US")} characters`, "prompt");
  }
}

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

/** Deletes a prompt, regardless of who added it. */
export async function removePrompt(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<Pick<Removal, "deletionId">> {
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
  new Set(await listIdsStarredBy(db, id));

/** Slug that assistants use for a prompt, and whether it is a skill. */
interface PromptName {
  promptId: string;
  slug: string;
  isSkill: number;
}

/** Stores the slugs of prompts, within a transaction. Adds a numeric suffix to a slug that is taken. */
async function insertNames(db: Db, names: readonly PromptName[]): Promise<void> {
  const queriedSlugs = new Set<string>();
  const taken = new TakenSlugs();
  const rows: PromptName[] = [];
  const yieldIfDue = createYielder();
  for (const name of names) {
    await yieldIfDue();
    if (!queriedSlugs.has(name.slug)) {
      for (const slug of await listSlugsLike(db, name.slug)) taken.add(slug);
      queriedSlugs.add(name.slug);
    }
    rows.push({ ...name, slug: taken.reserve(name.slug) });
  }
  await insertPromptNames(db, rows);
}

/** Assigns slugs to new prompts, within a transaction. */
async function namePrompts(db: Db, prompts: readonly Pick<Prompt, "id" | "name">[]): Promise<void> {
  const names = prompts.map(({ id, name }) => ({ promptId: id, slug: slugOf(name, id), isSkill: 0 }));
  await insertNames(db, names);
}

/** A prompt's slug for assistants. Restoring a prompt adds a numeric suffix if another prompt has the slug by then. */
export const nameOfPrompt: Belonging = {
  ...dependentRows({ table: "prompt_names", itemColumn: "promptId", key: ["promptId"] }),
  async restore(db, promptId, savedRows) {
    const names: PromptName[] = [];
    for await (const rows of savedRows()) {
      for (const { slug, isSkill } of rows)
        names.push({ promptId, slug: String(slug), isSkill: Number(isSkill) });
    }
    if (names.length > 0) await insertNames(db, names);
    // The prompt was deleted before the introduction of slugs.
    else await namePrompts(db, [await readPromptToName(db, promptId)]);
  },
};

/**
 * Returns the slug for a prompt with this name, such as `bug-report`. Uses the id if the name has no ASCII letters or
 * digits.
 */
export function slugOf(name: string, id: string): string {
  const slug = toSlug(name.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  // Cuts between two words if possible. Every assistant accepts 60 characters, so there is room for a number.
  const shortened = /^.{1,54}(?=-|$)/u.exec(slug)?.[0] ?? slug.slice(0, 54);
  return shortened || `prompt-${toSlug(id).replaceAll("-", "").slice(0, 8)}`;
}

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");

/** Slugs in use, each with the next number to try as a suffix. */
class TakenSlugs {
  readonly #next = new Map<string, number>();

  add(slug: string): void {
    if (!this.#next.has(slug)) this.#next.set(slug, 2);
  }

  /** Reserves and returns the slug, with the first free numeric suffix if it is taken. */
  reserve(slug: string): string {
    let candidate = slug;
    for (let number = this.#next.get(slug) ?? 2; this.#next.has(candidate); number += 1) {
      candidate = `${slug}-${number}`;
      this.#next.set(slug, number + 1);
    }
    this.add(candidate);
    return candidate;
  }
}
