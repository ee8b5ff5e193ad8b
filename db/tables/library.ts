import type { Generated, GeneratedAlways } from "kysely";

import type { ItemKind } from "#shared/kernel/item-address.ts";

interface ToolTable {
  id: string;
  name: string;
  company: string | null;
  capabilities: string | null;
  use: string | null;
  modality: string | null;
  logoUrl: string | null;
  url: string | null;
  industry: string | null;
  tags: string;
  notes: string | null;
  /** JSON list of { date, url }. Items of old rows may be plain URL strings. */
  releaseNotes: string;
  version: string | null;
  dateUpdated: string;
  userId: string;
  revision: Generated<number>;
}

interface PromptTable {
  id: string;
  name: string;
  prompt: string;
  purpose: string | null;
  promptAuthor: string | null;
  modality: string | null;
  industry: string | null;
  exampleImageUrl: string | null;
  tags: string;
  notes: string | null;
  dateUpdated: string;
  userId: string;
  revision: Generated<number>;
}

/** Name of a prompt for assistants; it never changes. */
interface PromptNameTable {
  promptId: string;
  /** Unique. */
  slug: string;
  /** 1 if the prompt is also a skill, else 0. */
  isSkill: Generated<number>;
}

/** A user's star of a prompt. */
interface PromptStarTable {
  promptId: string;
  userId: string;
}

/** A user's rating of a version of a prompt in a tool. */
interface PromptRatingTable {
  promptId: string;
  /** Revision of the prompt. */
  version: number;
  toolId: string;
  userId: string;
  /** From 1 to 5. */
  stars: number;
  note: string | null;
  at: string;
}

interface ReadingTable {
  id: string;
  title: string;
  author: string;
  year: number | null;
  isbn: string | null;
  topic: string | null;
  page: string | null;
  tags: string;
  notes: string | null;
  imageUrl: string | null;
  createdAt: string;
  updatedAt: string;
  userId: string;
  revision: Generated<number>;
}

interface CommentTable {
  /** In the order of writing, also within one millisecond. Never reused. */
  position: Generated<number>;
  id: string;
  kind: ItemKind;
  itemId: string;
  parentId: string | null;
  /** Empty once deleted. */
  content: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
  /** Set for a deleted comment that remains because it has replies. */
  deletedAt: string | null;
}

/** Time of a user's last visit to an item's discussion. */
interface CommentReadTable {
  userId: string;
  kind: ItemKind;
  itemId: string;
  seenAt: string;
}

/** Uploaded images. They are stored in the database so that a backup is a single file. */
interface ImageTable {
  file: string;
  mediaType: string;
  bytes: Uint8Array;
  userId: string;
  createdAt: string;
  /** In bytes. */
  size: GeneratedAlways<number>;
}

/** Cached images of other sites. Failures are cached for a while too. */
interface PictureTable {
  /** URL as used in the content. */
  url: string;
  mediaType: string | null;
  /** Reason for the missing image, as a sentence. */
  error: string | null;
  /** Number of bytes that count toward the image cache limit. */
  size: number;
  fetchedAt: string;
  nextFetchAt: string;
  /** Day of the last use. */
  shownAt: string;
  bytes: Uint8Array | null;
}

export interface LibraryTables {
  ai_tools: ToolTable;
  prompts: PromptTable;
  prompt_names: PromptNameTable;
  prompt_stars: PromptStarTable;
  prompt_ratings: PromptRatingTable;
  readings: ReadingTable;
  comments: CommentTable;
  comment_reads: CommentReadTable;
  images: ImageTable;
  pictures: PictureTable;
}
