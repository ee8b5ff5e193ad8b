import { type QueryExecutorProvider, sql } from "kysely";

/** API tokens of scripts and assistants, and private feed URLs. Only hashes are stored. */
export async function tokens(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // prefix: identifies a token to users. A revoked one is stored for a while, so that its user gets a clear error.
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
