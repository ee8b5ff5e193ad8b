import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** History of tools, prompts and readings, deleted items that can be restored, and what users have seen. */
export async function history(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...versions, ...deletions, ...comments, ...cursors, ...ledger]) {
    await statement.execute(db);
  }
}

/** Last editor of an item according to its events; without events, the user who added it. */
const lastEditor = (kind: string, item: string) =>
  sql.raw(`coalesce((
    select actorId from events
    where kind = '${kind}' and itemId = ${item}.id and verb in ('added', 'edited', 'restored')
    order by seq desc limit 1), ${item}.userId)`);

// Old rows contain plain URLs.
const RELEASE_NOTES = sql.raw(`(
  select json_group_array(iif(note.type = 'object', json(note.value), json_object('date', 'Undated', 'url', note.value)))
  from json_each(ai_tools.releaseNotes) as note)`);

const versions: RawBuilder<unknown>[] = [
  // fields: all editable fields. image: its image URL, to find which uploads are in use.
  sql`create table item_versions (
    kind text not null check (kind in ('tool', 'prompt', 'reading')),
    itemId text not null,
    revision integer not null,
    fields text not null check (json_valid(fields)),
    image text,
    savedBy text references users (id) on delete set null,
    savedAt text not null,
    note text,
    importId text,
    primary key (kind, itemId, revision)
  ) strict`,
  sql`create index item_versions_image on item_versions (image) where image is not null`,
  sql`create index item_versions_import on item_versions (importId, savedBy, kind, itemId, revision)
    where importId is not null`,
  sql`create index item_versions_savedBy on item_versions (savedBy)`,
  sql`insert into item_versions (kind, itemId, revision, fields, image, savedBy, savedAt, note)
    select 'prompt', promptId, revision,
      json_object('name', name, 'prompt', prompt, 'purpose', purpose, 'promptAuthor', promptAuthor,
        'modality', modality, 'industry', industry, 'exampleImageUrl', exampleImageUrl, 'tags', json(tags),
        'notes', notes),
      exampleImageUrl, savedBy, savedAt, note
    from prompt_versions`,
  sql`drop table prompt_versions`,
  sql`insert into item_versions (kind, itemId, revision, fields, image, savedBy, savedAt)
    select 'tool', id, revision,
      json_object('name', name, 'company', company, 'capabilities', capabilities, 'use', use, 'modality', modality,
        'logoUrl', logoUrl, 'url', url, 'industry', industry, 'tags', json(tags), 'notes', notes,
        'releaseNotes', json(${RELEASE_NOTES}), 'version', version),
      logoUrl, ${lastEditor("tool", "ai_tools")}, dateUpdated
    from ai_tools`,
  sql`insert into item_versions (kind, itemId, revision, fields, image, savedBy, savedAt)
    select 'reading', id, revision,
      json_object('title', title, 'author', author, 'year', year, 'isbn', isbn, 'topic', topic, 'page', page,
        'tags', json(tags), 'notes', notes, 'imageUrl', imageUrl),
      imageUrl, ${lastEditor("reading", "readings")}, updatedAt
    from readings`,
];

const deletions: RawBuilder<unknown>[] = [
  // containerId: of a comment, its reading. contents: row counts of the content deleted with it.
  sql`create table deletions (
    id text primary key,
    kind text not null check (kind in ('tool', 'prompt', 'reading', 'comment')),
    itemId text not null,
    containerId text,
    title text not null,
    image text,
    contents text not null default '{}' check (json_valid(contents)),
    deletedAt text not null,
    deletedBy text references users (id) on delete set null
  ) strict`,
  sql`create index deletions_latest on deletions (deletedAt, id)`,
  sql`create index deletions_item on deletions (kind, itemId)`,
  sql`create index deletions_container on deletions (containerId) where containerId is not null`,
  sql`create index deletions_image on deletions (image) where image is not null`,
  sql`create index deletions_deletedBy on deletions (deletedBy)`,
  // The deleted rows, in the order of their restoration. itemId: the row's own id, if it has one.
  sql`create table deleted_rows (
    deletionId text not null references deletions (id) on delete cascade,
    position integer not null,
    tableName text not null,
    itemId text,
    content text not null check (json_valid(content)),
    primary key (deletionId, position)
  ) strict`,
  sql`create index deleted_rows_item on deleted_rows (tableName, itemId) where itemId is not null`,
  // The highest number of a restorable article must not be assigned again.
  sql`create index deleted_rows_seq on deleted_rows (content ->> 'seq') where tableName = 'news_articles'`,
];

const INDEXED_CHANGES = ["insert", "update"] as const;

// Positions are never reused, so that a restored comment gets its old position.
const comments: RawBuilder<unknown>[] = [
  sql`create table placed_comments (
    position integer primary key autoincrement,
    id text not null unique,
    readingId text not null references readings (id) on delete cascade,
    parentId text references placed_comments (id),
    content text not null,
    userId text not null references users (id),
    createdAt text not null,
    updatedAt text not null,
    deletedAt text
  ) strict`,
  sql`insert into placed_comments
    select position, id, readingId, parentId, content, userId, createdAt, updatedAt, deletedAt
    from comments order by position`,
  sql`drop table comments`,
  sql`alter table placed_comments rename to comments`,
  sql`create index comments_of_reading on comments (readingId, position)`,
  sql`create index comments_replies on comments (parentId)`,
  sql`create trigger search_comment_gone after delete on comments begin
    delete from search_words
    where rowid = (select docId from search_docs where kind = 'comment' and itemId = old.id);
    delete from search_docs where kind = 'comment' and itemId = old.id;
  end`,
  ...INDEXED_CHANGES.map(
    (
      change,
    ) => sql`create trigger ${sql.ref(`search_comment_${change}`)} after ${sql.raw(change)} on comments begin
      insert into search_queue (kind, itemId) select 'comment', new.id
      where not exists (select 1 from search_queue where kind = 'comment' and itemId = new.id);
    end`,
  ),
];

const cursors: RawBuilder<unknown>[] = [
  // seq: the last event seen. previous: the position before the current visit.
  sql`create table cursors (
    userId text not null references users (id) on delete cascade,
    name text not null,
    seq integer not null,
    at text not null,
    previousSeq integer,
    previousAt text,
    primary key (userId, name)
  ) strict, without rowid`,
  sql`insert into cursors (userId, name, seq, at, previousSeq, previousAt)
    select userId, section, 0, visitedAt, iif(previousVisitAt is null, null, 0), previousVisitAt from section_visits`,
  sql`drop table section_visits`,
  // Existing users start with events from now on.
  sql`insert into cursors (userId, name, seq, at, previousSeq, previousAt)
    select id, 'home', last.seq, last.at, last.seq, last.at
    from users, (
      select coalesce(max(seq), 0) as seq, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as at from events
    ) as last`,
];

const ledger: RawBuilder<unknown>[] = [
  sql`drop index events_actor`,
  sql`create index events_actor on events (actorId, seq)`,
  sql`create index events_at on events (at)`,
];
