/** Views that people follow in feed readers: a section with its filters, at its own address. */
import { z } from "zod";

import { articleShows } from "#shared/news/feed-words.ts";

import { itemAddress, itemOfRef, KINDS, sectionAddress } from "./kernel/item-address.ts";
import { itemRefSchema } from "./kernel/items.ts";
import { optionLabel, TEXT_LIMITS } from "./kernel/text-rules.ts";
import { idSchema } from "./kernel/text.ts";
import { paperShows } from "./papers/paper-words.ts";
import { promptShows } from "./prompts/prompt-filter.ts";
import { MAX_SEARCH_LENGTH, type SearchKind, searchKindSchema } from "./search/search.ts";

/** Sections whose views can be followed. */
export const FOLLOWED_SECTIONS = [
  "tools",
  "news",
  "papers",
  "prompts",
  "readings",
  "search",
  "discussion",
] as const;
export type FollowedSection = (typeof FOLLOWED_SECTIONS)[number];

export const MAX_FOLLOWS_PER_USER = 100;
/** Maximum number of entries in a feed. The latest are included. */
export const MAX_FEED_ENTRIES = 50;

const searchFilter = z.string().trim().max(MAX_SEARCH_LENGTH).default("");
const optionFilter = z.string().max(TEXT_LIMITS.shortText).nullable().default(null);
const dayFilter = z.iso.date().nullable().default(null);

/** Views that can be followed: the filters of each section's page. Absent filters match everything. */
const VIEW_FILTERS = {
  tools: z
    .strictObject({
      search: searchFilter,
      industry: optionFilter,
      modality: optionFilter,
      isRecentOnly: z.boolean().default(false),
    })
    .prefault({}),
  news: z
    .strictObject({
      search: searchFilter,
      toolId: idSchema.nullable().default(null),
      show: z.enum(articleShows).default("all"),
    })
    .prefault({}),
  papers: z
    .strictObject({
      search: searchFilter,
      category: z.string().max(50).nullable().default(null),
      from: dayFilter,
      to: dayFilter,
      show: z.enum(paperShows).default("all"),
    })
    .prefault({}),
  prompts: z
    .strictObject({
      search: searchFilter,
      industry: optionFilter,
      modality: optionFilter,
      tag: optionFilter,
      show: z.enum(promptShows).default("all"),
    })
    .prefault({}),
  readings: z.strictObject({ search: searchFilter, topic: optionFilter }).prefault({}),
  search: z.strictObject({
    search: z.string().trim().min(1, "Enter something to search for").max(MAX_SEARCH_LENGTH),
    kind: searchKindSchema.nullable().default(null),
  }),
  discussion: z.strictObject({ ref: itemRefSchema }),
};

const createViewSchema = <Section extends FollowedSection>(section: Section) =>
  z.strictObject({ section: z.literal(section), filter: VIEW_FILTERS[section] });

/** View of each section: its name and its filters. */
export const followedViews = {
  tools: createViewSchema("tools"),
  news: createViewSchema("news"),
  papers: createViewSchema("papers"),
  prompts: createViewSchema("prompts"),
  readings: createViewSchema("readings"),
  search: createViewSchema("search"),
  discussion: createViewSchema("discussion"),
};

/** View of any section. */
export const followedViewSchema = z.discriminatedUnion("section", [
  followedViews.tools,
  followedViews.news,
  followedViews.papers,
  followedViews.prompts,
  followedViews.readings,
  followedViews.search,
  followedViews.discussion,
]);
export type FollowedView = z.infer<typeof followedViewSchema>;

export const newFollowSchema = z.strictObject({ view: followedViewSchema });
export type NewFollow = z.infer<typeof newFollowSchema>;

export const followSchema = z.object({
  id: idSchema,
  section: z.enum(FOLLOWED_SECTIONS),
  /** Title of the feed. */
  title: z.string(),
  /** Path of the view's page. Null if the page no longer exists. */
  page: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastReadAt: z.iso.datetime().nullable(),
  /** Self-declared name of the program that read the feed last. */
  lastReader: z.string().nullable(),
});
export type Follow = z.infer<typeof followSchema>;

/** New follow with its addresses, which are shown only once. */
export const createdFollowSchema = followSchema.extend({ atomUrl: z.url(), jsonUrl: z.url() });
export type CreatedFollow = z.infer<typeof createdFollowSchema>;

/** Page of each section, and its filters' parameter names. */
const SECTION_PAGES: Record<
  Exclude<FollowedSection, "discussion">,
  { path: string; parameters: Readonly<Record<string, string>> }
> = {
  tools: {
    path: sectionAddress("tool"),
    parameters: { search: "q", industry: "industry", modality: "modality", isRecentOnly: "recent" },
  },
  news: { path: sectionAddress("article"), parameters: { search: "q", toolId: "tool", show: "show" } },
  papers: {
    path: sectionAddress("paper"),
    parameters: { search: "q", category: "category", from: "from", to: "to", show: "show" },
  },
  prompts: {
    path: sectionAddress("prompt"),
    parameters: { search: "q", industry: "industry", modality: "modality", tag: "tag", show: "show" },
  },
  readings: { path: sectionAddress("reading"), parameters: { search: "q", topic: "topic" } },
  search: { path: "/search", parameters: { search: "q", kind: "kind" } },
};

/** Returns the path of a view's page. Equivalent views have the same path. */
export function pageOfView({ section, filter }: FollowedView): string {
  if (section === "discussion") return itemAddress(itemOfRef(filter.ref));
  const { path, parameters } = SECTION_PAGES[section];
  const query = new URLSearchParams();
  const values = new Map<string, unknown>(Object.entries(filter));
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = values.get(name);
    if (value === true) query.set(parameter, "1");
    else if (typeof value === "string" && value !== "" && value !== "all") query.set(parameter, value);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Words for a view: its noun, its filters, and the subset shown. */
interface ViewWords {
  noun: string;
  about: readonly (string | false)[];
  only?: string | false;
}

const matchingText = (text: string) => text !== "" && `matching “${text}”`;
const forIndustry = (industry: string | null) => industry !== null && `for ${optionLabel(industry)}`;
const withModality = (modality: string | null, noun: string) =>
  modality === null ? noun : `${optionLabel(modality)} ${noun}`;

function formatDays(from: string | null, to: string | null): string | false {
  if (from !== null && to !== null) return `from ${from} to ${to}`;
  if (from !== null) return `since ${from}`;
  return to !== null && `until ${to}`;
}

const PAPER_FILTER_WORDS = {
  all: false,
  new: "new since your last visit",
  starred: "starred only",
  hidden: "hidden only",
  forYou: "recommended to you",
  forTeam: "recommended to the team",
} as const;

function searchNoun(kind: SearchKind | null): string {
  if (kind === null) return "everything";
  if (kind === "article") return "news";
  return kind === "comment" ? "comments" : KINDS[kind].many;
}

function describeView({ section, filter }: FollowedView, name: string | null): ViewWords {
  if (section === "discussion") return { noun: "discussion", about: [`of ${name ?? "an item"}`] };
  const search = matchingText(filter.search);
  switch (section) {
    case "tools":
      return {
        noun: withModality(filter.modality, "tools"),
        about: [forIndustry(filter.industry), search],
        only: filter.isRecentOnly && "recent only",
      };
    case "news":
      return {
        noun: "news",
        about: [filter.toolId !== null && `about ${name ?? "a tool"}`, search],
        only: filter.show !== "all" && `${filter.show} only`,
      };
    case "papers":
      return {
        noun: "papers",
        about: [
          filter.category !== null && `in ${filter.category}`,
          search,
          formatDays(filter.from, filter.to),
        ],
        only: PAPER_FILTER_WORDS[filter.show],
      };
    case "prompts":
      return {
        noun: withModality(filter.modality, "prompts"),
        about: [forIndustry(filter.industry), filter.tag !== null && `tagged ${filter.tag}`, search],
        only: filter.show === "starred" && "starred only",
      };
    case "readings":
      return { noun: "readings", about: [filter.topic !== null && `on ${filter.topic}`, search] };
    default:
      return { noun: searchNoun(filter.kind), about: [search] };
  }
}

/** Describes a view: "News about Whisper, unread only". `name` is that of its tool or discussed item. */
export function titleOfView(view: FollowedView, name: string | null): string {
  const { noun, about, only = false } = describeView(view, name);
  const nounWithFilters = [noun, ...about.filter((words) => words !== false)].join(" ");
  const subject = nounWithFilters === noun ? `all ${noun}` : nounWithFilters;
  const title = only === false ? subject : `${subject}, ${only}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}
