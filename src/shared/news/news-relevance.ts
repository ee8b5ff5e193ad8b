import { lazy } from "#shared/kernel/lazy.ts";
import { isOn, ownHost, parseHost } from "#shared/mentions/hosts.ts";
import {
  AI_WORDS,
  type Ambiguity,
  findAmbiguity,
  isOtherMeaning,
} from "#shared/mentions/names/ambiguous-names.ts";
import { NameTable } from "#shared/mentions/names/name-table.ts";
import type { ParsedName } from "#shared/mentions/names/names.ts";
import { fold, splitWords } from "#shared/mentions/words.ts";

import { NewsWords } from "./news-words.ts";

/** Tool that an article may be about. */
export interface NamedTool {
  name: string;
  company: string | null;
  url: string | null;
}

export interface NewsText {
  title: string;
  url: string;
  excerpt?: string | null;
  content?: string | null;
  /** Publisher and feed. In their own posts, makers don't mention their name. */
  source?: string | null;
  feed?: { title: string; url: string; siteUrl: string | null } | null;
}

/** Evidence for a tool, computed once for many articles. */
interface ToolClues {
  /** In lower case, like all following fields. */
  company: readonly string[];
  /**
   * Parts that indicate the company in a host. These are its name as one word, with and without "AI" or "Labs", or its
   * beginning.
   */
  hostParts: readonly string[];
  host: string;
  ambiguity: Ambiguity;
  /** True for a single word that only a capital distinguishes from an ordinary one. */
  isPlainWord: boolean;
}

function cluesOf({ name, company, url }: NamedTool): ToolClues {
  const spelled = splitWords(name);
  const maker = splitWords(company ?? "").map(fold);
  const core = maker.filter((word) => !CORPORATE.test(word));
  return {
    company: maker,
    hostParts: [maker.join(""), core.join(""), ...core.slice(0, core.length > 1 ? 1 : 0)],
    host: ownHost(url),
    ambiguity: findAmbiguity(spelled.map(fold).join(" ")),
    isPlainWord: spelled.length === 1 && /^\p{Lu}\p{Ll}+$/u.test(spelled[0] ?? ""),
  };
}

interface IndexedTool<Tool> {
  tool: Tool;
  name: string;
  clues: ToolClues;
  /** Index in the list of tools. */
  index: number;
}

/** Index of tools by name, to find those in an article without checking each. */
export class NameIndex<Tool extends NamedTool> {
  readonly #names: NameTable<IndexedTool<Tool>>;

  constructor(tools: readonly Tool[]) {
    this.#names = new NameTable(
      tools.map((tool, index) => ({ tool, name: tool.name, clues: cluesOf(tool), index })),
    );
  }

  /** Returns the tools mentioned in an article, in list order. Takes time linear in its words and matches. */
  namedIn(story: NewsText): Tool[] {
    const text = new NewsWords(toText(story));
    const placesOf = new Map<ParsedName<IndexedTool<Tool>>, number[]>();
    for (const { names, place } of this.#names.hitsIn(text.read)) {
      for (const name of names) {
        const places = placesOf.get(name);
        if (places) places.push(place);
        else placesOf.set(name, [place]);
      }
    }
    if (placesOf.size === 0) return [];
    const isMeant = readStory(story, text);
    return [...placesOf]
      .filter(([name, places]) => isMeant(name, places))
      .map(([{ item }]) => item)
      .toSorted((a, b) => a.index - b.index)
      .map(({ tool }) => tool);
  }
}

/** True if an article mentions a tool: in whole words and, for an ambiguous name, with supporting evidence. */
export const namesTool = (story: NewsText, tool: NamedTool): boolean =>
  new NameIndex([tool]).namedIn(story).length > 0;

/** Joins an article's texts. Omits an excerpt that only repeats the content's beginning. */
function toText({ title, excerpt, content }: NewsText): string {
  const beginning = (excerpt ?? "").replace(/…$/u, "");
  const isRepeated = content?.startsWith(beginning) ?? false;
  return isRepeated ? `${title}\n${content}` : `${title}\n${excerpt ?? ""}\n${content ?? ""}`;
}

/**
 * Reads a story once, to tell then of many tools whether it means those whose names stand in it, by the places where they
 * do. What speaks for a tool, and how much of it which names need, is in docs/decisions/0015-decide-by-fixed-rules-when-an-article-names-a-tool.md.
 */
function readStory(
  story: NewsText,
  text: NewsWords,
): (name: ParsedName<{ clues: ToolClues }>, places: readonly number[]) => boolean {
  // Most names need none of these.
  const publisher = lazy(() => new NewsWords(`${story.source ?? ""}\n${story.feed?.title ?? ""}`));
  const hosts = lazy(() => [story.url, story.feed?.url ?? null, story.feed?.siteUrl ?? null].map(parseHost));
  const hostParts = lazy(() => new Set(hosts().flatMap(splitHost)));

  return ({ words, spelled, item: { clues: tool } }, standing) => {
    const { ambiguity } = tool;
    const { length } = words;
    const places = standing.filter((place) => !isOtherMeaning(words, text.beside(place, length)));
    if (places.length === 0) return false;
    const isOnSite = tool.host !== "" && hosts().some((host) => isOn(host, tool.host));
    if (isOnSite || text.hasHost(tool.host)) return true;
    if (ambiguity === "none") return !tool.isPlainWord || places.some((place) => text.isCapital(place));

    // The company's name is no evidence if it equals the tool's, but its own host is.
    const isNamesake = tool.company.length === 0 || tool.company[0] === words[0];
    const isIn = (read: NewsWords) => read.has(tool.company) || read.has([tool.company.join("")]);
    const isMakerNamed = !isNamesake && isIn(text);
    const isByMaker =
      tool.hostParts.some((part) => hostParts().has(part)) || (!isNamesake && isIn(publisher()));
    // A tool's own name is no evidence of the topic, unless it contains "AI".
    const left = length === 1 ? words : [];
    const isAboutAi = () => [text, publisher()].some((read) => read.hasOneOf(AI_WORDS, left));
    const isPerson = (place: number) => text.isBeforeCapital(place, length) && !text.isProduct(place, length);
    if (ambiguity === "famous") return isMakerNamed || isByMaker || !places.every(isPerson) || isAboutAi();

    const meant = places.filter((place) => text.isSpelled(place, spelled));
    if (meant.length === 0 || isMakerNamed) return meant.length > 0;
    if (ambiguity === "rare")
      return isByMaker || isAboutAi() || meant.some((place) => text.isNumbered(place, length));
    if (ambiguity === "person") return isByMaker || (!meant.every(isPerson) && isAboutAi());
    const isInHeadline = (place: number) => !isByMaker && !text.isAmongSentences(place);
    const standsOut = (place: number) =>
      text.isProduct(place, length) || (text.isCapitalAmongSmall(place, length) && !isInHeadline(place));
    return meant.some(standsOut) && (isByMaker || isAboutAi());
  };
}

/** Words in many company names, and suffixes of many hosts. */
const CORPORATE = /^(?:ai|health|inc|labs?|tech|technolog(?:y|ies))$/u;
const HOST_ENDING = /(?:ai|app|blog|hq|labs?)$/u;

/**
 * Returns the parts of a host that may name a company: "google" for blog.google and developers.googleblog.com, "xai"
 * for x.ai.
 */
function splitHost(host: string): string[] {
  const labels = host.split(".");
  const joined = labels.slice(-2).join("");
  return [...labels, ...labels.map((label) => label.replace(HOST_ENDING, "")), joined].filter(
    (part) => part.length > 2,
  );
}
