import { type QueryExecutorProvider, sql } from "kysely";

/** Tables of the first release: accounts, sessions, one-time links, tools, images, settings. */
export async function accountsAndTools(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table users (
        id text primary key,
        username text not null,
        usernameFolded text not null unique,
        password text not null,
        email text,
        firstName text,
        lastName text,
        displayName text,
        role text not null default 'user' check (role in ('user', 'admin')),
        createdAt text not null,
        updatedAt text not null
      ) strict`,
    sql`create table session (
        sid text primary key,
        userId text not null references users (id) on delete cascade,
        sess text not null check (json_valid(sess)),
        expire text not null
      ) strict`,
    sql`create index session_expire on session (expire)`,
    sql`create index session_userId on session (userId)`,
    sql`create table one_time_links (
        tokenHash text primary key,
        kind text not null check (kind in ('setup', 'invite', 'reset')),
        userId text references users (id) on delete cascade,
        createdBy text references users (id) on delete set null,
        createdAt text not null,
        expiresAt text not null
      ) strict`,
    sql`create table ai_tools (
        id text primary key,
        name text not null,
        company text,
        capabilities text,
        use text,
        modality text,
        logoUrl text,
        url text,
        industry text,
        tags text not null default '[]' check (json_valid(tags)),
        notes text,
        releaseNotes text not null default '[]' check (json_valid(releaseNotes)),
        version text,
        dateUpdated text not null,
        userId text not null references users (id),
        revision integer not null default 1
      ) strict`,
    sql`create index ai_tools_newest on ai_tools (dateUpdated desc, id desc)`,
    sql`create table images (
        file text primary key,
        mediaType text not null,
        bytes blob not null,
        userId text not null references users (id),
        createdAt text not null
      ) strict`,
    sql`create table settings (key text primary key, value text not null) strict`,
  ];
  for (const statement of statements) await statement.execute(db);
}

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

/** Readings, their discussions, and when each user last saw them. */
export async function readings(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table readings (
        id text primary key,
        title text not null,
        author text not null,
        year integer,
        isbn text,
        topic text,
        page text,
        tags text not null default '[]' check (json_valid(tags)),
        notes text,
        imageUrl text,
        createdAt text not null,
        updatedAt text not null,
        userId text not null references users (id),
        revision integer not null default 1
      ) strict`,
    sql`create index readings_newest on readings (createdAt desc, id desc)`,
    sql`create table comments (
        position integer primary key,
        id text not null unique,
        readingId text not null references readings (id) on delete cascade,
        parentId text references comments (id),
        content text not null,
        userId text not null references users (id),
        createdAt text not null,
        updatedAt text not null,
        deletedAt text
      ) strict`,
    sql`create index comments_of_reading on comments (readingId, position)`,
    sql`create index comments_replies on comments (parentId)`,
    sql`create table comment_reads (
        userId text not null references users (id) on delete cascade,
        readingId text not null references readings (id) on delete cascade,
        seenAt text not null,
        primary key (userId, readingId)
      ) strict`,
    sql`create index comment_reads_readingId on comment_reads (readingId)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
