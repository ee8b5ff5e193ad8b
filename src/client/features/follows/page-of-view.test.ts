import { expect, test } from "vitest";

import { readView as readNews } from "#client/features/news/page/news-view.ts";
import { readView as readPapers } from "#client/features/papers/page/papers-view.ts";
import { readView as readPrompts } from "#client/features/prompts/page/prompts-view.ts";
import { readView as readReadings } from "#client/features/readings/page/readings-view.ts";
import { readSearchView } from "#client/features/search/search-page.tsx";
import { readView as readTools } from "#client/features/tools/page/tools-view.ts";
import { type FollowedSection, followedViewSchema, pageOfView } from "#shared/follows.ts";

const READERS: Record<
  Exclude<FollowedSection, "discussion">,
  (query: URLSearchParams) => { filter: object }
> = {
  tools: readTools,
  news: readNews,
  papers: readPapers,
  prompts: readPrompts,
  readings: readReadings,
  search: readSearchView,
};

test.each([
  { section: "tools", filter: {} },
  { section: "tools", filter: { search: "a&b", industry: "media", modality: "text", isRecentOnly: true } },
  { section: "news", filter: { search: "c++", toolId: "7", show: "unread" } },
  {
    section: "papers",
    filter: { search: "x", category: "cs.AI", from: "2026-01-01", to: "2026-02-01", show: "new" },
  },
  { section: "prompts", filter: { search: "x", industry: "legal", modality: "other", tag: "a b" } },
  { section: "readings", filter: { search: "x", topic: "LLMs & more" } },
  { section: "search", filter: { search: 'kind:paper "rag"', kind: "paper" } },
])("shows the followed view for the page of $section with $filter", (given) => {
  const view = followedViewSchema.parse(given);
  const { searchParams } = new URL(pageOfView(view), "http://stackloop.example");
  // Feeds don't support the filter by verdict, so no page of a feed has it.
  const expected = view.section === "tools" ? { ...view.filter, verdict: null } : view.filter;
  if (view.section === "discussion") throw new Error("a discussion has no page of its own");
  expect(READERS[view.section](searchParams).filter).toEqual(expected);
});
