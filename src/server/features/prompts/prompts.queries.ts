import { z } from "zod";

import type { PromptRow } from "#db/schema.ts";
import type { ItemStore } from "#server/library/item-store.ts";
import type { Prompt } from "#shared/prompts.ts";

const tagsColumn = z.array(z.string());

/** How prompts are stored; their versions are deleted with them. */
export const promptStore: ItemStore<Prompt> = {
  table: "prompts",
  orderedBy: "dateUpdated",
  fromRow: (row: PromptRow) => ({ ...row, tags: tagsColumn.parse(JSON.parse(row.tags)) }),
  toRow: (prompt) => ({ ...prompt, tags: JSON.stringify(prompt.tags) }),
  toColumns: ({ tags, ...rest }) => ({ ...rest, ...(tags && { tags: JSON.stringify(tags) }) }),
};
