import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** Tools, prompts and readings, which users add. */
export async function library(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table ai_tools (
      id ${TEXT} primary key,
      name ${TEXT} not null,
      company ${TEXT},
      capabilities ${TEXT},
      use ${TEXT},
      modality ${TEXT},
      "logoUrl" ${TEXT},
      url ${TEXT},
      industry ${TEXT},
      tags ${TEXT} not null default '[]' check (is_json(tags)),
      notes ${TEXT},
      "releaseNotes" ${TEXT} not null default '[]' check (is_json("releaseNotes")),
      version ${TEXT},
      "dateUpdated" ${TEXT} not null,
      "userId" ${TEXT} not null references users (id),
      revision bigint not null default 1
    )`,
    sql`create index ai_tools_newest on ai_tools ("dateUpdated" desc, id desc)`,
    sql`create table prompts (
      id ${TEXT} primary key,
      name ${TEXT} not null,
      prompt ${TEXT} not null,
      purpose ${TEXT},
      "promptAuthor" ${TEXT},
      modality ${TEXT},
      industry ${TEXT},
      "exampleImageUrl" ${TEXT},
      tags ${TEXT} not null default '[]' check (is_json(tags)),
      notes ${TEXT},
      "dateUpdated" ${TEXT} not null,
      "userId" ${TEXT} not null references users (id),
      revision bigint not null default 1
    )`,
    sql`create index prompts_newest on prompts ("dateUpdated" desc, id desc)`,
    sql`create table prompt_names (
      "promptId" ${TEXT} primary key references prompts (id) on delete cascade,
      slug ${TEXT} not null unique,
      "isSkill" bigint not null default 0 check ("isSkill" in (0, 1))
    )`,
    sql`create index prompt_names_skills on prompt_names (slug) where "isSkill" = 1`,
    sql`create table readings (
      id ${TEXT} primary key,
      title ${TEXT} not null,
      author ${TEXT} not null,
      year bigint,
      isbn ${TEXT},
      topic ${TEXT},
      page ${TEXT},
      tags ${TEXT} not null default '[]' check (is_json(tags)),
      notes ${TEXT},
      "imageUrl" ${TEXT},
      "createdAt" ${TEXT} not null,
      "updatedAt" ${TEXT} not null,
      "userId" ${TEXT} not null references users (id),
      revision bigint not null default 1
    )`,
    sql`create index readings_newest on readings ("createdAt" desc, id desc)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
