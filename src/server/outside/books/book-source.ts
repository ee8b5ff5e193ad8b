export interface FoundBook {
  title: string;
  /** Names joined by ", "; empty when unknown. */
  author: string;
  year: number | null;
  isbn: string;
  publisher: string | null;
  pages: number | null;
  description: string | null;
  subjects: string[];
  coverUrl: string | null;
  /** Where the data can be read by people. */
  url: string | null;
}

/** Knows books by their ISBN, written in any way. */
export interface BookSource {
  /** The book, or null when the source does not know it or the number is not an ISBN. */
  byIsbn(isbn: string, signal?: AbortSignal): Promise<FoundBook | null>;
}
