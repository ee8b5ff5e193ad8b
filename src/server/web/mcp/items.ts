import { z } from "zod";

import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Comment } from "#shared/comments/comments.ts";
import { FIELDS_OF_KINDS } from "#shared/fields/fields-of-kinds.ts";
import {
  isLibraryKind,
  type ItemKey,
  type ItemKind,
  itemAddress,
  KINDS,
  type LibraryKind,
} from "#shared/kernel/item-address.ts";
import { ANY_REF, formatItemRef, parseItemRef } from "#shared/kernel/items.ts";
import { LINK_GROUPS } from "#shared/links/links.ts";
import { RINGS } from "#shared/verdicts/rings.ts";

import {
  articleText,
  discussionText,
  paperText,
  fieldsText,
  promptText,
  relatedTexts,
  toolText,
} from "./as-markdown.ts";
import type { Caller } from "./words.ts";

/** Maximum number of prompts that a tool's text lists. */
const MAX_PROMPTS = 50;

/** Maximum number of comments in a discussion's text. */
const MAX_COMMENTS = 500;

/** Metadata of an item besides its text. */
export const metadataSchema = z.object({
  kind: z.string(),
  addedBy: z.string().optional(),
  addedAt: z.string().optional(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  versions: z.int().optional(),
  verdict: z.enum(RINGS).optional(),
  comments: z.int().optional(),
  publishedAt: z.string().optional(),
  related: z.array(z.object({ group: z.enum(LINK_GROUPS), id: z.string(), title: z.string() })).optional(),
});
type Metadata = z.infer<typeof metadataSchema>;

/** Item as described to assistants. */
export interface DescribedItem {
  title: string;
  /** Text in Markdown. */
  text: string;
  metadata: Metadata;
}

/** Parses "tool:ID" to a kind and an id. Throws an error that describes the format. */
export function readItemRef(ref: string): ItemKey {
  try {
    return parseItemRef(ref);
  } catch {
    throw invalid(`An id looks like ${ANY_REF}`, "id");
  }
}

/** Returns an item's URL in the web app. */
export const webAddress = ({ publicUrl }: App, key: ItemKey): string => `${publicUrl}${itemAddress(key)}`;

/** Reads an item with its discussion, mentions and links, through the procedures that the web app uses. */
export async function describeItem(caller: Caller, { kind, id }: ItemKey): Promise<DescribedItem> {
  const { title, text, metadata } = await describeItemOnly(caller, { kind, id });
  const ref = formatItemRef({ kind, id });
  const { items, nextCursor } = await caller.comments.list({ ref, limit: MAX_COMMENTS });
  const { groups } = await caller.links.of({ ref });
  const related = groups.flatMap(({ links }) =>
    links.map(({ group, other }) => ({ group, id: other.ref, title: other.title })),
  );
  return {
    title,
    text: [
      text,
      ...discussionText(items),
      ...(nextCursor === null ? [] : ["More comments are shown at the url."]),
      ...relatedTexts(groups),
    ].join("\n\n"),
    metadata: {
      ...metadata,
      ...(items.length > 0 && { comments: items.filter(isNotDeleted).length }),
      ...(related.length > 0 && { related }),
    },
  };
}

export const titleOf = async (caller: Caller, key: ItemKey): Promise<string> =>
  (await describeItemOnly(caller, key)).title;

type Describe = (caller: Caller, id: string) => Promise<DescribedItem>;

/** Describes an item without its discussion and links: by its own function, or by its table of fields. */
async function describeItemOnly(caller: Caller, { kind, id }: ItemKey): Promise<DescribedItem> {
  if (!isLibraryKind(kind)) return DESCRIBERS[kind](caller, id);
  const describe = DESCRIBERS[kind];
  if (describe) return describe(caller, id);
  const item = await caller[KINDS[kind].many].get({ id });
  const title = "title" in item ? item.title : item.name;
  return {
    title,
    text: fieldsText(title, FIELDS_OF_KINDS[kind], item),
    metadata: await readHistory(caller, kind, id),
  };
}

const DESCRIBERS: Record<Exclude<ItemKind, LibraryKind>, Describe> & Partial<Record<LibraryKind, Describe>> =
  {
    async tool(caller, id) {
      const tool = await caller.tools.get({ id });
      const state = await caller.verdicts.of({ toolId: id });
      const prompts = await caller.ratings.inTool({ toolId: id, limit: MAX_PROMPTS });
      const metadata = await readHistory(caller, "tool", id);
      return {
        title: tool.name,
        text: toolText(tool, state, prompts.items),
        metadata: state.verdict ? { ...metadata, verdict: state.verdict.ring } : metadata,
      };
    },
    async prompt(caller, id) {
      const prompt = await caller.prompts.get({ id });
      const { slug } = await caller.assistants.ofPrompt({ id });
      return {
        title: prompt.name,
        text: promptText(prompt, slug, await caller.ratings.of({ id })),
        metadata: await readHistory(caller, "prompt", id),
      };
    },
    async article(caller, id) {
      const article = await caller.news.get({ id });
      const { title, publishedAt } = article;
      return { title, text: articleText(article), metadata: { kind: "article", publishedAt } };
    },
    async paper(caller, id) {
      const paper = await caller.papers.get({ id });
      const { title, publishedAt } = paper;
      return { title, text: paperText(paper), metadata: { kind: "paper", publishedAt } };
    },
  };

const isNotDeleted = ({ deletedAt }: Comment): boolean => deletedAt === null;

/** Returns who added an item and who last changed it. */
async function readHistory(caller: Caller, kind: LibraryKind, id: string): Promise<Metadata> {
  const { versions } = caller[KINDS[kind].many];
  const [last] = (await versions({ id, limit: 1 })).items;
  const [first] = (await versions({ id, upTo: 1, limit: 1 })).items;
  return {
    kind,
    ...(first && { addedBy: personName(first.savedBy), addedAt: first.savedAt }),
    ...(last && { changedBy: personName(last.savedBy), changedAt: last.savedAt, versions: last.revision }),
  };
}
