/** What happened to items, what they were like, and what can come back. */
import type { Generated } from "kysely";

/** Every state that a tool, prompt or reading has had, the present one included. */
export interface ItemVersionTable {
  kind: "tool" | "prompt" | "reading";
  itemId: string;
  /** That of the item in this state. */
  revision: number;
  /** JSON: all that a person fills in. */
  fields: string;
  /** The address of its picture, to find which uploads are in use. */
  image: string | null;
  /** Null for the server itself. */
  savedBy: string | null;
  savedAt: string;
  /** Why the edit was made. */
  note: string | null;
  /** The import that it came by, if any. */
  importId: string | null;
}

/** The ledger: who did what to which item. Rows are added, and cleared away after years (`ACTIVITY_KEEP`). */
export interface EventTable {
  /** In the order of writing. */
  seq: Generated<number>;
  at: string;
  /** Null for the server itself, and for a person who is gone. */
  actorId: string | null;
  verb: string;
  kind: "tool" | "article" | "paper" | "prompt" | "reading";
  itemId: string;
  /** The item's title as it was then, so that an event can be read after the item is gone. */
  title: string;
  /** JSON object. */
  detail: Generated<string>;
}

/** How far a person has looked, by what they look at: a section, or what others did. */
export interface CursorTable {
  userId: string;
  name: string;
  /** Of the last event that they have seen. */
  seq: number;
  /** When they looked last. */
  at: string;
  /** Where they stood before the visit that goes on, since which things are new to them; null on the first one. */
  previousSeq: number | null;
  previousAt: string | null;
}

/** What was deleted and can come back. */
export interface DeletionTable {
  id: string;
  kind: "tool" | "prompt" | "reading" | "comment";
  itemId: string;
  /** Of a comment, the reading that it is about. */
  containerId: string | null;
  /** Its title as it was; of a comment that of the reading. */
  title: string;
  /** The address of its picture, to find which uploads are in use. */
  image: string | null;
  /** JSON: how many of what went with it. */
  contents: Generated<string>;
  deletedAt: string;
  deletedBy: string | null;
  /** What is under way with its rows, some at a time: `done` for nothing. */
  stage: Generated<"done" | "deleting" | "restoring" | "purging">;
}

/**
 * The ids of tools and readings whose rows of other tables are there: of all that are not deleted, and of those whose
 * rows are being moved.
 */
export interface ItemIdTable {
  id: string;
}

/** The rows of what was deleted, as they were. */
export interface DeletedRowTable {
  deletionId: string;
  /** In the order in which they go back. */
  position: number;
  tableName: string;
  /** The id of the row, where it has one. */
  itemId: string | null;
  /** JSON object: the columns. */
  content: string;
}
