import { type LucideIcon, MessageSquareText } from "lucide-react";

import { type ItemKind, KINDS } from "#shared/kernel/item-address.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";

import { adminSlice } from "./features/admin/slice.ts";
import { briefSlice } from "./features/briefs/slice.ts";
import { discussionSlice } from "./features/discussions/slice.ts";
import { homeSlice } from "./features/home/slice.ts";
import { inboxSlice } from "./features/inbox/slice.ts";
import { linkSlice } from "./features/links/slice.ts";
import { newsSlice } from "./features/news/slice.ts";
import { paperSlice } from "./features/papers/slice.ts";
import { promptSlice } from "./features/prompts/slice.ts";
import { readingSlice } from "./features/readings/slice.ts";
import { saveSlice } from "./features/save/slice.ts";
import { searchSlice } from "./features/search/slice.ts";
import { toolSlice } from "./features/tools/slice.ts";
import { userSlice } from "./features/users/slice.ts";
import type { Slice } from "./slice.ts";

/** All slices of the client. The sidebar and the command palette use this order. */
export const slices: readonly Slice[] = [
  homeSlice,
  inboxSlice,
  briefSlice,
  toolSlice,
  newsSlice,
  paperSlice,
  promptSlice,
  readingSlice,
  discussionSlice,
  linkSlice,
  searchSlice,
  saveSlice,
  userSlice,
  adminSlice,
];

export const pages = slices.flatMap((slice) => slice.pages ?? []);

/** Pages that list items, one for each kind. */
export const sections = pages.flatMap(({ section, ...page }) => (section ? [{ ...page, ...section }] : []));

interface KindLabels {
  one: string;
  many: string;
  Icon: LucideIcon;
}

const COMMENT_LABELS: KindLabels = { one: "Comment", many: "Comments", Icon: MessageSquareText };

/** Returns the names and the icon of a kind, capitalized for labels. */
export function labelsOf(kind: ItemKind | "comment"): KindLabels {
  const section = sections.find((one) => one.kind === kind);
  if (kind === "comment" || !section) return COMMENT_LABELS;
  const { one, many } = kind === "article" ? { one: "news", many: "news" } : KINDS[kind];
  return { one: optionLabel(one), many: optionLabel(many), Icon: section.Icon };
}
