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
