/** Events, versions and deleted items that can be restored. */
import type { Generated } from "kysely";

import type { ItemKind, LibraryKind } from "#shared/kernel/item-address.ts";

/** All versions of tools, prompts and readings, including the current one. */
interface ItemVersionTable {
  kind: LibraryKind;
  itemId: string;
  /** The item's revision in this version. */
  revision: number;
  /** JSON: all editable fields. */
  fields: string;
  /** URL of its image, to find which uploads are in use. */
  image: string | null;
  /** Null for the server itself. */
  savedBy: string | null;
  savedAt: string;
  /** Reason for the edit. */
  note: string | null;
  /** Import that created the version, if any. */
  importId: string | null;
}

/** Activity events: who did what to which item. Rows are added, and deleted after years (`ACTIVITY_KEEP`). */
interface EventTable {
  /** In the order of writing. */
  seq: Generated<number>;
  at: string;
  /** Null for the server itself and for deleted users. */
  actorId: string | null;
  verb: string;
  kind: ItemKind;
  itemId: string;
  /** The item's title at that time, so that the event is readable after the item is deleted. */
  title: string;
  /** JSON object. */
  detail: Generated<string>;
}

/** Last event that a user has seen in a section, or in other people's activity. */
interface CursorTable {
  userId: string;
  name: string;
  /** Last event that the user has seen. */
  seq: number;
  /** Time of the last visit. */
  at: string;
  /** Last event seen before the current visit. Later items count as new. Null on the first visit. */
  previousSeq: number | null;
  previousAt: string | null;
}

/** Undo of an import, which runs in batches. Its result is stored for a day. */
interface ImportUndoTable {
  importId: string;
  userId: string;
  /** Next stage: saves of items, followed by extras such as aliases and verdicts. */
  stage: "items" | "extras" | "done";
  /** Kind and id of the item up to which the stage is done. */
  kind: LibraryKind | null;
  itemId: string;
  deleted: number;
  restored: number;
  kept: number;
  /** JSON: ids of the items left unchanged in the first stage. */
  keptIds: string;
  /** JSON: ids of items that the last batch renamed. Texts were not yet scanned for their new names. */
  renamedIds: string;
  startedAt: string;
}

/** Deleted items that can be restored. */
interface DeletionTable {
  id: string;
  kind: LibraryKind | "comment";
  itemId: string;
  /** Item of a deleted comment. */
  containerKind: ItemKind | null;
  containerId: string | null;
  /** Title when it was deleted. For a comment, the title of its item. */
  title: string;
  /** URL of its image, to find which uploads are in use. */
  image: string | null;
  /** JSON: row counts of the content deleted with it. */
  contents: Generated<string>;
  deletedAt: string;
  deletedBy: string | null;
  /** Operation in progress on the rows, which runs in batches; `done` for none. */
  stage: Generated<"done" | "deleting" | "restoring" | "purging">;
}

/** Ids of tools and readings with dependent rows. The items still exist, or their rows are being moved. */
interface ItemIdTable {
  id: string;
}

/** Original rows of deleted items. */
interface DeletedRowTable {
  deletionId: string;
  /** Order of restoration. */
  position: number;
  tableName: string;
  /** Id of the row, if it has one. */
  itemId: string | null;
  /** JSON object: the columns. */
  content: string;
}

export interface HistoryTables {
  item_versions: ItemVersionTable;
  events: EventTable;
  cursors: CursorTable;
  import_undos: ImportUndoTable;
  deletions: DeletionTable;
  item_ids: ItemIdTable;
  deleted_rows: DeletedRowTable;
}
