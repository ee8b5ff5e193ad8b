import type { PromptRow } from "#db/schema.ts";
import { readTags } from "#db/tags-column.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

/** Storage of prompts. Their versions are deleted with them. */
export const promptStore: ItemStore<Prompt> = {
  table: "prompts",
  orderedBy: "dateUpdated",
  fromRow: (row: PromptRow) => ({ ...row, tags: readTags(row.tags) }),
  toRow: (prompt) => ({ ...prompt, tags: JSON.stringify(prompt.tags) }),
  toColumns: ({ tags, ...rest }) => ({ ...rest, ...(tags && { tags: JSON.stringify(tags) }) }),
};
