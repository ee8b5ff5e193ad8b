import {
  BookOpenText,
  Layers,
  type LucideIcon,
  MessageSquareText,
  Microscope,
  Newspaper,
  TextQuote,
} from "lucide-react";

import type { SearchKind } from "#shared/search/search.ts";

/** Names of searchable kinds, singular and plural. */
export const KINDS: Readonly<Record<SearchKind, { one: string; many: string; Icon: LucideIcon }>> = {
  tool: { one: "Tool", many: "Tools", Icon: Layers },
  article: { one: "News", many: "News", Icon: Newspaper },
  paper: { one: "Paper", many: "Papers", Icon: Microscope },
  prompt: { one: "Prompt", many: "Prompts", Icon: TextQuote },
  reading: { one: "Reading", many: "Readings", Icon: BookOpenText },
  comment: { one: "Comment", many: "Comments", Icon: MessageSquareText },
};
