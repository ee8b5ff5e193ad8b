import { personName } from "#shared/accounts/user-rules.ts";
import {
  BRIEF_LIMITS,
  BRIEF_SECTIONS,
  type BriefSectionKind,
  SECTION_TITLES,
} from "#shared/brief/brief-rules.ts";
import type { BriefDocument, BriefLine, BriefPeriod, BriefSection } from "#shared/brief/briefs.ts";
import {
  itemAddress,
  itemOfRef,
  type ItemKey,
  type ItemKind,
  toolPageAddress,
} from "#shared/kernel/item-address.ts";
import { formatItemRef, type ItemRef } from "#shared/kernel/items.ts";
import { sliceStart } from "#shared/kernel/text-rules.ts";
import type { Article } from "#shared/news/news.ts";
import { contributionSentence } from "#shared/papers/abstract-sentences.ts";
import { plainTex } from "#shared/tex/tex-text.ts";
import { splitSentences } from "#shared/texts/sentences.ts";
import type { Stance } from "#shared/verdicts/rings.ts";
import type { Move, OverdueVerdicts } from "#shared/verdicts/verdicts.ts";

/** Maximum number of articles under one tool. */
const MAX_ARTICLES_PER_TOOL = 3;
/** Number of lines reserved for discussions. Unanswered questions can use the others. */
const RESERVED_DISCUSSIONS = 20;

interface Actor {
  actorId: string | null;
  username: string | null;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface BriefComment extends Actor {
  id: string;
  kind: ItemKind;
  itemId: string;
  content: string;
  createdAt: string;
  title: string;
}

/** Data for a brief, without deleted items and undone changes. */
export interface BriefMaterial {
  /** Ring changes, latest first, with their evidence. */
  moves: readonly (Move & { evidence: readonly { ref: ItemRef; title: string; stance: Stance }[] })[];
  tools: readonly ({
    id: string;
    name: string;
    use: string | null;
    capabilities: string | null;
    url: string | null;
    at: string;
    total: number;
  } & Actor)[];
  /** Clusters, best first. */
  news: { clusters: readonly { article: Article; stars: number }[]; total: number };
  /** Papers in any order. */
  papers: readonly {
    id: string;
    title: string;
    abstract: string;
    authors: string;
    url: string;
    publishedAt: string;
    stars: number;
    replies: number;
  }[];
  prompts: readonly ({
    id: string;
    name: string;
    purpose: string | null;
    isNew: boolean;
    at: string;
  } & Actor)[];
  /** Latest comments of the most discussed items, most discussed first, and the number of discussed items. */
  discussions: { latest: readonly (BriefComment & { replies: number })[]; total: number };
  /** Comments without a reply, latest first. */
  unanswered: readonly BriefComment[];
  reviews: { items: OverdueVerdicts["items"]; total: number };
}

export function writeBrief(period: BriefPeriod, material: BriefMaterial): BriefDocument {
  const linesByKind: Record<BriefSectionKind, { lines: BriefLine[]; total?: number }> = {
    decisions: { lines: decisionLines(material.moves) },
    newTools: { lines: material.tools.map(toolLine), total: material.tools[0]?.total ?? 0 },
    news: { lines: newsLines(material.news.clusters), total: material.news.total },
    papers: { lines: paperLines(material.papers) },
    prompts: { lines: material.prompts.map(promptLine) },
    discussions: discussionLines(material),
    reviews: { lines: material.reviews.items.map(reviewLine), total: material.reviews.total },
  };
  const sections = BRIEF_SECTIONS.flatMap((kind): BriefSection[] => {
    const { lines, total = lines.length } = linesByKind[kind];
    if (lines.length === 0) return [];
    return [{ kind, title: SECTION_TITLES[kind], lines: lines.slice(0, BRIEF_LIMITS.lines), total }];
  });
  return { version: 1, period, headline: "", note: "", sections };
}

/** Returns a text on one line, shortened at a word. */
function shorten(text: string | null, max: number): string {
  const line = (text ?? "")
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= max) return line;
  return `${sliceStart(line, max - 1).replace(/\s+\S{0,40}$/u, "")}…`;
}

const titleOf = (text: string): string => shorten(text, BRIEF_LIMITS.title) || "Untitled";
const textOf = (text: string | null): string => shorten(text, BRIEF_LIMITS.text);

/** Returns a web address that can be linked, or null. */
const webUrl = (url: string | null): string | null =>
  url !== null && /^https?:\/\//iu.test(url) && URL.canParse(url) ? url : null;

const nameOf = ({ actorId, username, ...names }: Actor): string | null =>
  actorId === null || username === null ? null : personName({ username, ...names });

type ItemFields = Pick<BriefLine, "ref" | "href" | "url">;

const itemFields = (item: ItemKey, url: string | null = null): ItemFields => ({
  ref: formatItemRef(item),
  href: item.kind === "tool" ? toolPageAddress(item.id) : itemAddress(item),
  url: webUrl(url),
});

/** Combines the moves of each tool. Omits tools that returned to their former ring. */
function decisionLines(moves: BriefMaterial["moves"]): BriefLine[] {
  return [...Map.groupBy(moves, ({ toolId }) => toolId).values()].flatMap((ofTool) => {
    const [newest] = ofTool;
    const from = ofTool.at(-1)?.from ?? null;
    if (!newest || newest.ring === from) return [];
    return {
      id: `decision:${newest.id}`,
      ...itemFields({ kind: "tool", id: newest.toolId }),
      title: titleOf(newest.name),
      text: textOf(newest.reason),
      by: newest.decidedBy && personName(newest.decidedBy),
      at: newest.decidedAt,
      ring: { from, to: newest.ring },
      evidence: newest.evidence.map(({ ref, title, stance }) => ({
        ref,
        href: itemFields(itemOfRef(ref)).href,
        title: titleOf(title),
        stance,
      })),
    };
  });
}

const toolLine = (tool: BriefMaterial["tools"][number]): BriefLine => ({
  id: `tool:${tool.id}`,
  ...itemFields({ kind: "tool", id: tool.id }, tool.url),
  title: titleOf(tool.name),
  text: textOf(tool.use?.trim() || tool.capabilities),
  by: nameOf(tool),
  at: tool.at,
});

/** Lists clusters by tool, at most three for each. The tool with the best cluster comes first. */
function newsLines(clusters: BriefMaterial["news"]["clusters"]): BriefLine[] {
  const byTool = Map.groupBy(
    clusters.flatMap((cluster) => {
      const [tool] = cluster.article.tools;
      return tool ? { ...cluster, tool } : [];
    }),
    ({ tool }) => tool.id,
  );
  return [...byTool.values()].flatMap((ofTool) =>
    ofTool.slice(0, MAX_ARTICLES_PER_TOOL).map(({ article, stars, tool }) => ({
      id: `article:${article.id}`,
      ...itemFields({ kind: "article", id: article.id }, article.url),
      title: titleOf(article.title),
      text: textOf(article.excerpt ?? article.content),
      by: article.source,
      at: article.publishedAt,
      group: titleOf(tool.name),
      sources: 1 + article.alsoIn.length,
      stars,
    })),
  );
}

const paperLines = (papers: BriefMaterial["papers"]): BriefLine[] =>
  papers
    .toSorted(
      (one, other) =>
        other.stars - one.stars ||
        other.replies - one.replies ||
        (one.publishedAt < other.publishedAt ? 1 : -1),
    )
    .map(({ id, title, abstract, authors, url, publishedAt, stars, replies }) => ({
      id: `paper:${id}`,
      ...itemFields({ kind: "paper", id }, url),
      title: titleOf(plainTex(title)),
      text: textOf(plainTex(contributionSentence(abstract))),
      by: shorten(authors, BRIEF_LIMITS.title) || null,
      at: publishedAt,
      stars,
      replies,
    }));

const promptLine = (prompt: BriefMaterial["prompts"][number]): BriefLine => ({
  id: `prompt:${prompt.id}`,
  ...itemFields({ kind: "prompt", id: prompt.id }),
  title: titleOf(prompt.name),
  text: textOf(prompt.purpose),
  by: nameOf(prompt),
  at: prompt.at,
  change: prompt.isNew ? "new" : "changed",
});

function discussionLines({
  discussions: { latest, total },
  unanswered,
}: Pick<BriefMaterial, "discussions" | "unanswered">): { lines: BriefLine[]; total: number } {
  const questions = unanswered.flatMap((comment) => {
    const question = lastQuestion(comment.content);
    if (question === undefined) return [];
    return { ...commentLine(comment, question), id: `question:${comment.id}`, isUnanswered: true };
  });
  const questionIds = new Set(questions.map(({ id }) => id));
  // If an item's only comment is a question, the item is listed once, as a question.
  const discussed = latest.filter(({ id, replies }) => replies > 1 || !questionIds.has(`question:${id}`));
  const discussions = discussed.map((comment) => ({
    ...commentLine(comment, plainText(comment.content)),
    id: `discussion:${comment.kind}:${comment.itemId}`,
    replies: comment.replies,
  }));
  const shown = discussions.slice(0, Math.max(RESERVED_DISCUSSIONS, BRIEF_LIMITS.lines - questions.length));
  return {
    lines: [...shown, ...questions],
    total: total - latest.length + discussed.length + questions.length,
  };
}

const commentLine = ({ id, kind, itemId, title, createdAt, ...actor }: BriefComment, text: string) => ({
  ...itemFields({ kind, id: itemId }),
  href: itemAddress({ kind, id: itemId }, id),
  title: titleOf(plainTex(title)),
  text: textOf(text),
  by: nameOf(actor),
  at: createdAt,
});

/** Returns a comment's text without quotations, code and Markdown syntax. */
const plainText = (content: string): string =>
  content
    .replaceAll(/^(`{3,}|~{3,})[^]*?(?:^\1|$(?![^]))/gmu, " ")
    .replaceAll(/^ {0,3}>.*$/gmu, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^()\s]*\)/gu, "$1")
    .replaceAll(/^ {0,3}(?:#{1,6}|[-*+]|\d+\.)\s+/gmu, "")
    .replaceAll(/\*\*|__|`/gu, "")
    .trim();

/** Returns the last question of a comment. */
const lastQuestion = (content: string): string | undefined =>
  content.includes("?")
    ? splitSentences(plainText(content)).findLast((one) => /\?["')\]]*$/u.test(one))
    : undefined;

const reviewLine = ({
  toolId,
  name,
  ring,
  lookAgainOn,
  decidedBy,
}: OverdueVerdicts["items"][number]): BriefLine => ({
  id: `review:${toolId}`,
  ...itemFields({ kind: "tool", id: toolId }),
  title: titleOf(name),
  text: "",
  by: decidedBy && personName(decidedBy),
  at: null,
  ring: { from: ring, to: ring },
  dueOn: lookAgainOn,
});
