/** Images that were uploaded, and copies of those of other sites. */
import type { GeneratedAlways } from "kysely";

/** Uploaded images, kept in the database so that one file is the whole backup. */
export interface ImageTable {
  file: string;
  mediaType: string;
  bytes: Uint8Array;
  userId: string;
  createdAt: string;
  /** In bytes. */
  size: GeneratedAlways<number>;
}

/** Pictures of other sites, kept to be shown from here; a failure is kept for a while too. */
export interface PictureTable {
  /** As it stands where it is used. */
  url: string;
  mediaType: string | null;
  /** Why there is no picture, in a sentence. */
  error: string | null;
  /** What it takes of the room for pictures, in bytes. */
  size: number;
  fetchedAt: string;
  nextFetchAt: string;
  /** To the day. */
  shownAt: string;
  bytes: Uint8Array | null;
}
