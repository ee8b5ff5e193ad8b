import { type QueryExecutorProvider, sql } from "kysely";

/** Prompts and all their versions, including the current one. */
export async function prompts(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table prompts (
        id text primary key,
        name text not null,
        prompt text not null,
        purpose text,
        promptAuthor text,
        modality text,
        industry text,
        exampleImageUrl text,
        tags text not null default '[]' check (json_valid(tags)),
        notes text,
        dateUpdated text not null,
        userId text not null references users (id),
        revision integer not null default 1
      ) strict`,
    sql`create index prompts_newest on prompts (dateUpdated desc, id desc)`,
    sql`create table prompt_versions (
        promptId text not null references prompts (id) on delete cascade,
        revision integer not null,
        name text not null,
        prompt text not null,
        purpose text,
        promptAuthor text,
        modality text,
        industry text,
        exampleImageUrl text,
        tags text not null check (json_valid(tags)),
        notes text,
        savedBy text not null references users (id),
        savedAt text not null,
        note text,
        primary key (promptId, revision)
      ) strict`,
  ];
  for (const statement of statements) await statement.execute(db);
}
