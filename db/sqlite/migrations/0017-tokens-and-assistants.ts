import { type QueryExecutorProvider, sql } from "kysely";

/** API tokens of scripts and assistants, and private feed URLs. Only hashes are stored. */
export async function tokens(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // prefix: identifies a token to users. A revoked token remains for a while, so that its user gets a clear error.
  sql`create table api_tokens (
    id text primary key,
    userId text not null references users (id) on delete cascade,
    name text not null,
    hash text not null unique,
    prefix text not null,
    scope text not null check (scope in ('read', 'write')),
    createdAt text not null,
    expiresAt text,
    lastUsedAt text,
    lastClient text,
    revokedAt text
  ) strict`,
  sql`create index api_tokens_userId on api_tokens (userId, createdAt, id)`,
  // view: the filters of the section's page that the feed applies.
  sql`create table feed_tokens (
    id text primary key,
    userId text not null references users (id) on delete cascade,
    hash text not null unique,
    section text not null,
    view text not null check (json_valid(view)),
    title text not null,
    createdAt text not null,
    lastReadAt text,
    lastReader text
  ) strict`,
  sql`create index feed_tokens_userId on feed_tokens (userId, createdAt, id)`,
];

/** Names of prompts for assistants, and which of them are also skills. */
export async function assistants(db: QueryExecutorProvider): Promise<void> {
  // slug: never changes, so that renaming a prompt doesn't break its use.
  await sql`create table prompt_names (
    promptId text primary key references prompts (id) on delete cascade,
    slug text not null unique,
    isSkill integer not null default 0 check (isSkill in (0, 1))
  ) strict, without rowid`.execute(db);
  await sql`create index prompt_names_skills on prompt_names (slug) where isSkill = 1`.execute(db);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from prompts order by rowid`.execute(db);
  // Next free suffix number of a slug.
  const taken = new Map<string, number>();
  for (const { id, name } of rows) {
    const slug = takeSlug(slugOf(name, id), taken);
    await sql`insert into prompt_names (promptId, slug) values (${id}, ${slug})`.execute(db);
  }
}

// Copy of src/server/features/prompts/prompt-slug.ts as of this migration.

function slugOf(name: string, id: string): string {
  const slug = toSlug(name.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  // Cuts between two words if possible.
  const whole = /^.{1,54}(?=-|$)/u.exec(slug)?.[0] ?? slug.slice(0, 54);
  return whole || `prompt-${toSlug(id).replaceAll("-", "").slice(0, 8)}`;
}

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");

function takeSlug(slug: string, taken: Map<string, number>): string {
  let free = slug;
  for (let number = taken.get(slug) ?? 2; taken.has(free); number += 1) {
    free = `${slug}-${number}`;
    taken.set(slug, number + 1);
  }
  taken.set(free, 2);
  return free;
}
