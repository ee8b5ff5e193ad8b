/** Uploaded images and cached images of other sites. */
import type { GeneratedAlways } from "kysely";

/** Uploaded images. They are stored in the database so that a backup is a single file. */
export interface ImageTable {
  file: string;
  mediaType: string;
  bytes: Uint8Array;
  userId: string;
  createdAt: string;
  /** In bytes. */
  size: GeneratedAlways<number>;
}

/** Cached images of other sites. Failures are cached for a while too. */
export interface PictureTable {
  /** URL as used in the content. */
  url: string;
  mediaType: string | null;
  /** Reason for the missing image, as a sentence. */
  error: string | null;
  /** Bytes that count toward the image cache limit. */
  size: number;
  fetchedAt: string;
  nextFetchAt: string;
  /** Date of the last use. */
  shownAt: string;
  bytes: Uint8Array | null;
}
