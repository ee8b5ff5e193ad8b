import { Client } from "pg";

import { phrase } from "#db/postgresql/text-query.ts";

/** A statement with its values. */
export interface Statement {
  text: string;
  values?: unknown[];
}

const TEXT = `lower((title || chr(10) || coalesce(content, '')) collate "und-x-icu")`;
const STORIES = `select * from news_articles where "leadPlace" is null`;
/** A first page of what is found says how much there is, up to a thousand. */
const countUpTo = (rows: string): string =>
  `select count(*) from (select 1 from ${rows} limit 1001) as found`;

/** What the product's calls have to ask the database for at least, in PostgreSQL's words. */
export const rawStatements = {
  tools: (): Statement[] => [{ text: `select * from ai_tools order by "dateUpdated" desc, id desc` }],
  user: (userId: string): Statement[] => [
    { text: "select id, username, email, role from users where id = $1", values: [userId] },
  ],
  page: (before: number): Statement[] => [
    { text: `${STORIES} and place < $1 order by place desc limit 50`, values: [before] },
  ],
  /** A common text is found soonest in the order of the page, a rare one by the index of trigrams. */
  searchText: (part: string, isCommon: boolean): Statement[] => {
    const values = [`%${part.toLowerCase()}%`];
    const inOrder = `${STORIES} and ${TEXT} like $1 order by place desc limit 50`;
    const byIndex = `with found as materialized (select * from news_articles where "leadPlace" is null and ${TEXT} like $1)
      select * from found order by place desc limit 50`;
    const count = countUpTo(`news_articles where "leadPlace" is null and ${TEXT} like $1`);
    return [
      { text: isCommon ? inOrder : byIndex, values },
      { text: count, values },
    ];
  },
  /** The newest with these words, in no order of relevance. */
  searchWords: (words: string): Statement[] => {
    const values = [words.split(" ").map(phrase).join(" & ")];
    const found = "search_words where words @@ $1::tsquery";
    return [
      {
        text: `select * from (select "docId" from ${found} order by "docId" desc limit 20) as found
          join search_docs using ("docId") join news_articles on news_articles.id = "itemId"`,
        values,
      },
      { text: countUpTo(found), values },
    ];
  },
  comment: (id: string, { readingId, userId, content }: NewComment): Statement[] => [
    {
      text: `insert into comments (id, "readingId", content, "userId", "createdAt", "updatedAt") values ($1, $2, $3, $4, $5, $5)`,
      values: [id, readingId, content, userId, new Date().toISOString()],
    },
  ],
};

interface NewComment {
  readingId: string;
  userId: string;
  content: string;
}

/** A connection that sends statements and nothing else. */
export interface RawConnection {
  /** Sends them one after the other, and answers how long all took, in milliseconds. */
  time(statements: readonly Statement[]): Promise<number>;
  close(): Promise<void>;
}

export async function connectRaw(url: string): Promise<RawConnection> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    async time(statements) {
      const start = performance.now();
      for (const { text, values = [] } of statements) await client.query(text, values);
      return performance.now() - start;
    },
    close: () => client.end(),
  };
}
