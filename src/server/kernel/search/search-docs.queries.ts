import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import type { SearchDoc } from "#db/ranked-search.ts";
import { readTags } from "#db/tags-column.ts";
import { authorLabel } from "#shared/comment-thread.ts";
import { NO_VERDICT, type Ring } from "#shared/rings.ts";
import type { SearchKind } from "#shared/search.ts";
import { readTex } from "#shared/tex/tex-text.ts";

/** Something that can be found, as it is now: what is indexed of it, and what a result shows besides. */
export interface FoundDoc extends SearchDoc {
  kind: SearchKind;
  /** What a result is called: of a comment, its reading's title. */
  heading: string;
  /** Whoever stands behind it, by name. */
  shownPeople: string | null;
  /** The reading that a comment is about. */
  readingId: string | null;
}

/** Those of these items that there are, and that a search is to find. */
export const loadDocs = (db: Db, kind: SearchKind, ids: readonly string[]): Promise<FoundDoc[]> =>
  ids.length === 0 ? Promise.resolve([]) : LOADERS[kind](db, ids);

type Loader = (db: Db, ids: readonly string[]) => Promise<FoundDoc[]>;

const LOADERS: Record<SearchKind, Loader> = {
  async tool(db, ids) {
    const rows = await db.selectFrom("ai_tools").selectAll().where("id", "in", ids).execute();
    const verdicts = await listVerdictsOf(db, ids);
    const notes = await listVoteNotes(db, ids);
    return rows.map((tool) => {
      const tags = readTags(tool.tags);
      const { use, capabilities, modality, industry, url } = tool;
      const verdict = verdicts.get(tool.id);
      const sentences = [verdict?.reason ?? null, ...(notes.get(tool.id) ?? [])];
      return doc("tool", {
        itemId: tool.id,
        at: tool.dateUpdated,
        title: tool.name,
        texts: [use, capabilities, tool.notes, modality, industry, tags.join(" "), url, ...sentences],
        people: tool.company,
        tags,
        addedBy: tool.userId,
        verdict: verdict?.ring ?? NO_VERDICT,
      });
    });
  },
  async prompt(db, ids) {
    const rows = await db.selectFrom("prompts").selectAll().where("id", "in", ids).execute();
    return rows.map((row) => {
      const tags = readTags(row.tags);
      const { purpose, prompt, notes, modality, industry } = row;
      return doc("prompt", {
        itemId: row.id,
        at: row.dateUpdated,
        title: row.name,
        texts: [purpose, prompt, notes, modality, industry, tags.join(" ")],
        people: row.promptAuthor,
        tags,
        addedBy: row.userId,
      });
    });
  },
  async reading(db, ids) {
    const rows = await db.selectFrom("readings").selectAll().where("id", "in", ids).execute();
    return rows.map((reading) => {
      const tags = readTags(reading.tags);
      const { topic, notes, isbn, year } = reading;
      return doc("reading", {
        itemId: reading.id,
        at: reading.createdAt,
        title: reading.title,
        texts: [topic, notes, tags.join(" "), isbn, year === null ? null : String(year)],
        people: reading.author,
        tags,
        addedBy: reading.userId,
      });
    });
  },
  async comment(db, ids) {
    const rows = await db
      .selectFrom("comments")
      .innerJoin("readings", "readings.id", "comments.readingId")
      .innerJoin("users", "users.id", "comments.userId")
      .select(["comments.id", "comments.readingId", "comments.content", "comments.createdAt"])
      .select(["comments.userId", "readings.title"])
      .select(["users.displayName", "users.firstName", "users.lastName", "users.email"])
      .where("comments.id", "in", ids)
      .where("comments.deletedAt", "is", null)
      .execute();
    return rows.map((comment) => ({
      ...doc("comment", {
        itemId: comment.id,
        at: comment.createdAt,
        // The title is the reading's: with it, each of its comments would be found by its words.
        title: "",
        texts: [comment.content],
        people: null,
        tags: [],
        addedBy: comment.userId,
      }),
      heading: comment.title,
      shownPeople: authorLabel(comment),
      readingId: comment.readingId,
    }));
  },
  async paper(db, ids) {
    const rows = await db.selectFrom("research_papers").selectAll().where("id", "in", ids).execute();
    return rows.map((paper) => {
      const tags = readTags(paper.categories);
      return doc("paper", {
        itemId: paper.id,
        at: paper.publishedAt,
        title: plainTex(paper.title),
        texts: [plainTex(paper.abstract), paper.pplxSummary, tags.join(" "), paper.arXivId],
        people: paper.authors,
        tags,
        addedBy: null,
      });
    });
  },
  async article(db, ids) {
    const rows = await db
      .selectFrom("news_articles")
      .selectAll()
      .where("id", "in", ids)
      // Of articles that tell one story, the one that the news show.
      .where("leadPlace", "is", null)
      .execute();
    return rows.map((article) =>
      doc("article", {
        itemId: article.id,
        at: article.publishedAt,
        title: article.title,
        texts: [article.content ?? article.excerpt, article.toolName],
        people: article.source,
        tags: [],
        addedBy: null,
      }),
    );
  },
};

interface Parts {
  itemId: string;
  at: string;
  title: string;
  texts: readonly (string | null)[];
  people: string | null;
  tags: string[];
  addedBy: string | null;
  verdict?: string;
}

const doc = (kind: SearchKind, { texts, people, ...parts }: Parts): FoundDoc => ({
  kind,
  ...parts,
  body: oneLine(texts.flatMap((text) => (text === null || text.trim() === "" ? [] : text)).join(" · ")),
  people: people ?? "",
  verdict: parts.verdict ?? null,
  heading: parts.title,
  shownPeople: people,
  readingId: null,
});

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** A paper's text without LaTeX's commands; formulas stay as they were written. */
const plainTex = (text: string): string =>
  readTex(text)
    .map((part) => (part.kind === "formula" ? part.source : part.text))
    .join("");

/** Those of the team who are called so, by any of their names. */
export async function listUserIdsNamed(db: Db, name: string): Promise<string[]> {
  const users = await db
    .selectFrom("users")
    .select(["id", "username", "displayName", "firstName", "lastName"])
    .execute();
  const words = wordsOf(name);
  return users
    .filter(({ username, displayName, firstName, lastName }) => {
      const names = new Set(wordsOf([username, displayName, firstName, lastName].join(" ")));
      return words.every((word) => names.has(word));
    })
    .map(({ id }) => id);
}

/** Words as names are compared: without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const TABLES = {
  tool: "ai_tools",
  prompt: "prompts",
  reading: "readings",
  comment: "comments",
  article: "news_articles",
  paper: "research_papers",
} as const;

/** The next ids of a kind after this one, in their own order: the order in which what is there already is indexed. */
export async function listNextIds(db: Db, kind: SearchKind, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom(TABLES[kind])
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The longest part of a tool's votes that the search index holds, in characters. */
const MAX_NOTES_LENGTH = 20_000;

/** The ring and the reason of the present verdict on each of some tools; those without one are left out. */
async function listVerdictsOf(
  db: Db,
  toolIds: readonly string[],
): Promise<Map<string, { ring: Ring; reason: string }>> {
  const rows = await db
    .selectFrom("verdicts as verdict")
    .select(["verdict.toolId", "verdict.ring", "verdict.reason"])
    .where("verdict.toolId", "in", toolIds)
    .where(
      sql<boolean>`verdict.revision = (
        select max(newest.revision) from verdicts as newest where newest."toolId" = verdict."toolId")`,
    )
    .execute();
  return new Map(rows.map(({ toolId, ...verdict }) => [toolId, verdict]));
}

/** The sentences of the votes on each of some tools, latest first. */
async function listVoteNotes(db: Db, toolIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("verdict_votes")
    .select(["toolId", "note", "votedAt"])
    .where("toolId", "in", toolIds)
    .where("note", "is not", null)
    .execute();
  const notes = new Map<string, string[]>();
  for (const { toolId, note } of rows.toSorted((a, b) => b.votedAt.localeCompare(a.votedAt))) {
    const known = notes.get(toolId) ?? [];
    const length = known.reduce((sum, text) => sum + text.length, 0);
    if (note !== null && length < MAX_NOTES_LENGTH) notes.set(toolId, [...known, note]);
  }
  return notes;
}
