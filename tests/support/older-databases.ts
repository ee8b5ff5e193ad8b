import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";

import { sql } from "kysely";

import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { migrations } from "#db/sqlite/migrations/index.ts";
import { openFile } from "#db/sqlite/open-file.ts";

const AT = "'2026-01-02T03:04:05.678Z'";

/** The version of the tables after a migration. */
function versionOf(name: string): number {
  return migrations.findIndex((migration) => migration.name === name) + 1;
}

/** A team's content by the version whose migration created the tables, in that version's columns. */
const CONTENT: Readonly<Record<number, readonly string[]>> = {
  1: [
    `insert into users values ('u1', 'Ada', 'ada', 'hash', null, 'Ada', null, null, 'admin', ${AT}, ${AT})`,
    `insert into users values ('u2', 'bob', 'bob', 'hash', 'bob@example.com', null, null, null, 'user', ${AT}, ${AT})`,
    `insert into session values ('s1', 'u1', '{"createdAt":"2026-01-02T03:04:05.678Z","userAgent":null}', '2099-01-01T00:00:00.000Z')`,
    `insert into one_time_links values ('l1', 'invite', null, 'u1', ${AT}, '2099-01-01T00:00:00.000Z')`,
    `insert into ai_tools (id, name, tags, dateUpdated, userId) values ('t1', 'Größe 🐳', '["ai"]', ${AT}, 'u1')`,
    `insert into ai_tools (id, name, dateUpdated, userId) values ('t2', 'Orca', ${AT}, 'u2')`,
    `insert into images values ('i1.png', 'image/png', x'89504e47', 'u1', ${AT})`,
    `insert into settings values ('signingKey', 'c2VjcmV0')`,
  ],
  2: [
    `insert into prompts (id, name, prompt, dateUpdated, userId) values ('p1', 'Sing', 'Sing {song}', ${AT}, 'u1')`,
    `insert into prompt_versions (promptId, revision, name, prompt, tags, savedBy, savedAt)
     values ('p1', 1, 'Sing', 'Sing {song}', '[]', 'u1', ${AT})`,
  ],
  3: [
    `insert into readings (id, title, author, createdAt, updatedAt, userId)
     values ('r1', 'Gödel, Escher, Bach', 'Douglas Hofstadter', ${AT}, ${AT}, 'u1')`,
    `insert into comments values (1, 'c1', 'r1', null, 'Strange loops', 'u1', ${AT}, ${AT}, null)`,
    `insert into comments values (2, 'c2', 'r1', 'c1', 'Indeed', 'u2', ${AT}, ${AT}, null)`,
    `insert into comment_reads values ('u2', 'r1', ${AT})`,
  ],
  4: [
    `insert into job_runs (id, job, "trigger", state, startedAt, finishedAt, processId)
     values ('j1', 'papers.fetch', 'schedule', 'succeeded', ${AT}, ${AT}, 1)`,
    `insert into research_papers values ('a1', 'Agents', 'Agents plan.', 'Ada Lovelace', 'https://arxiv.org/abs/2601.00001',
      'https://arxiv.org/pdf/2601.00001', '2601.00001v1', '["cs.AI"]', ${AT}, null, 'A summary', 'oracle-1', ${AT})`,
    `insert into paper_marks values ('u1', 'a1', 1, 0)`,
    `insert into news_articles values ('n1', 'Orca swims', null, 'Far', 'https://news.example/1', null, 'News', ${AT},
      't2', 'Orca', 'orca swims', ${AT})`,
    `insert into news_marks values ('u1', 'n1', 1, 1)`,
    `insert into section_visits values ('u1', 'news', ${AT}, null)`,
    `insert into news_feeds values ('f1', 'https://news.example/feed.xml', 'News', ${AT})`,
    `insert into source_states values ('News', ${AT}, null, null, null)`,
    `insert into ai_usage values ('2026-01-02', 'u1', 3)`,
  ],
  5: [
    `insert into pictures values ('https://news.example/1.png', 'image/png', null, 4, ${AT}, ${AT}, ${AT}, x'89504e47')`,
  ],
  8: [
    `insert into events (at, actorId, verb, kind, itemId, title, detail) values (${AT}, 'u1', 'added', 'tool', 't1', 'Größe 🐳', '{}')`,
  ],
  16: [
    `insert into item_versions (kind, itemId, revision, fields, savedAt) values ('tool', 't0', 1, '{"name":"Gone"}', ${AT})`,
    `insert into deletions (id, kind, itemId, title, deletedAt, deletedBy) values ('d1', 'tool', 't0', 'Gone', ${AT}, 'u2')`,
    `insert into deleted_rows values ('d1', 0, 'ai_tools', 't0', '{}')`,
    `insert into cursors values ('u2', 'papers', 0, ${AT}, null, null)`,
  ],
  17: [
    `insert into api_tokens values ('k1', 'u1', 'Laptop', 'hash', 'slt_Ab3d', 'read', ${AT}, null, null, null, null)`,
    `insert into feed_tokens values ('k2', 'u2', 'hash', 'news', '{}', 'News', ${AT}, null, null)`,
  ],
  18: [
    `insert into prompts (id, name, prompt, dateUpdated, userId) values ('p2', 'Sing!', 'Sing {song}', ${AT}, 'u1')`,
    `insert into prompt_names values ('p2', 'sing-2', 1)`,
  ],
  19: [
    `insert into job_runs (id, job, "trigger", state, startedAt, finishedAt, processId, owner, leaseUntil, slot)
     values ('j2', 'papers.fetch', 'schedule', 'succeeded', ${AT}, ${AT}, 1, 'o1', 1767323075678, ${AT})`,
  ],
  20: [
    `insert into tool_aliases values ('t1', 'groesse', 'Groesse', 'u1', ${AT}, null)`,
    `insert into links values ('k1', 'prompt', 'p1', 'tool', 't1', 'person', null, null, null, 'confirmed', 'u1', ${AT}, ${AT})`,
    `insert into name_counts values ('orca', 3, 1, 0, 0)`,
    `insert into link_queue values ('tool', 't1')`,
    `insert into long_titles values ('the rights of whales', 'reading', 'r1')`,
    `insert into verdicts values ('v1', 't1', 1, 'trial', 'It sings', 'public', '2027-01-02', 'u1', ${AT}, null, ${AT}, 'u1 i1')`,
    `insert into verdict_evidence values ('v1', 'prompt', 'p1', 'for')`,
    `insert into verdict_votes values ('t1', 'u2', 'adopt', null, ${AT}, null)`,
  ],
  [versionOf("0025-account-states")]: [
    `insert into former_usernames values ('hash', 'u2')`,
    `insert into account_events values ('e1', ${AT}, 'u1', 'u2', 'bob', 'disabled', null)`,
  ],
};

/** Tables whose content was moved since. */
const LEFT = new Set(["settings", "prompt_versions", "section_visits"]);

/** The tables of a team's content; the settings also contain the program's own records. */
export const CONTENT_TABLES = [
  ...new Set(
    Object.values(CONTENT)
      .flat()
      .map((statement) => /into (\w+)/u.exec(statement)?.[1] ?? ""),
  ),
].filter((table) => !LEFT.has(table));

/** Writes a database like an older version's program, with content of all its kinds. */
export async function writeDatabaseOfVersion(file: string, version: number): Promise<void> {
  const backups = mkdtempSync(join(dirname(file), "backups-"));
  const database = openFile(file, backups);
  for (let made = 1; made <= version; made += 1) {
    await migrateFile(database, `version ${made}`, { steps: migrations.slice(0, made) });
    for (const statement of CONTENT[made] ?? []) await sql.raw(statement).execute(database.db);
  }
  await database.close();
}
