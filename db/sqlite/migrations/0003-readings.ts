import { type QueryExecutorProvider, sql } from "kysely";

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
