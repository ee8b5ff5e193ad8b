/** What people add. */
import type { Generated } from "kysely";

export interface ToolTable {
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
  /** JSON list of { date, url }; items of old rows may be plain address strings. */
  releaseNotes: string;
  version: string | null;
  dateUpdated: string;
  userId: string;
  revision: Generated<number>;
}

export interface PromptTable {
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

/** What assistants call a prompt; made once and kept. */
export interface PromptNameTable {
  promptId: string;
  /** Unique. */
  slug: string;
  /** Whether assistants have it as a skill too, 0 or 1. */
  isSkill: Generated<number>;
}

export interface ReadingTable {
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

export interface CommentTable {
  /** In the order of writing, also within one millisecond; never given twice. */
  position: Generated<number>;
  id: string;
  readingId: string;
  parentId: string | null;
  /** Empty once deleted. */
  content: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
  /** Set for a deleted comment that stays because it has replies. */
  deletedAt: string | null;
}

/** When a person last had the discussion of a reading open. */
export interface CommentReadTable {
  userId: string;
  readingId: string;
  seenAt: string;
}
