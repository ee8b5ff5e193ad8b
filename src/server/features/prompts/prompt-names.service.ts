import type { App } from "#server/app.ts";
import { createTimeSlices } from "#server/kernel/async/promises.ts";
import { type Belonging, rowsOfItem } from "#server/kernel/items/belongings.service.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import { insertPromptNames, listSlugsLike, readPromptToName } from "./prompts.queries.ts";

type Db = App["db"];

/** Prompt with the name that assistants should use, unless another prompt has it. */
interface Wanted {
  promptId: string;
  slug: string;
  isSkill: number;
}

/** Stores the assistants' names of prompts, within a transaction. */
async function insertNames(db: Db, wanted: readonly Wanted[]): Promise<void> {
  const looked = new Set<string>();
  const taken = new TakenSlugs();
  const rows: Wanted[] = [];
  const turn = createTimeSlices();
  for (const name of wanted) {
    await turn();
    if (!looked.has(name.slug)) {
      for (const slug of await listSlugsLike(db, name.slug)) taken.add(slug);
      looked.add(name.slug);
    }
    rows.push({ ...name, slug: taken.take(name.slug) });
  }
  await insertPromptNames(db, rows);
}

/** Assigns assistants' names to new prompts, within a transaction. */
export const namePrompts = (db: Db, prompts: readonly Pick<Prompt, "id" | "name">[]): Promise<void> =>
  insertNames(
    db,
    prompts.map(({ id, name }) => ({ promptId: id, slug: slugOf(name, id), isSkill: 0 })),
  );

/** Name of a prompt for assistants. Restored with a numeric suffix if another prompt has it by then. */
export const nameOfPrompt: Belonging = {
  ...rowsOfItem({ table: "prompt_names", itemColumn: "promptId", key: ["promptId"] }),
  async restore(db, promptId, savedRows) {
    const names: Wanted[] = [];
    for await (const rows of savedRows()) {
      for (const { slug, isSkill } of rows)
        names.push({ promptId, slug: String(slug), isSkill: Number(isSkill) });
    }
    if (names.length > 0) await insertNames(db, names);
    // The prompt was deleted before prompts had these names.
    else await namePrompts(db, [await readPromptToName(db, promptId)]);
  },
};

/**
 * Returns the slug that assistants use for a prompt of this name: `bug-report`. Uses the id if the name has no ASCII
 * letter.
 */
export function slugOf(name: string, id: string): string {
  const slug = toSlug(name.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  // Cut between two words if possible. All assistants accept 60 characters, so this leaves room for a number.
  const whole = /^.{1,54}(?=-|$)/u.exec(slug)?.[0] ?? slug.slice(0, 54);
  return whole || `prompt-${toSlug(id).replaceAll("-", "").slice(0, 8)}`;
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
  take(slug: string): string {
    let free = slug;
    for (let number = this.#next.get(slug) ?? 2; this.#next.has(free); number += 1) {
      free = `${slug}-${number}`;
      this.#next.set(slug, number + 1);
    }
    this.add(free);
    return free;
  }
}
