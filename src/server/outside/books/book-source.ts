export interface FoundBook {
  title: string;
  /** Names joined by ", ". Empty if unknown. */
  author: string;
  year: number | null;
  isbn: string;
  publisher: string | null;
  pages: number | null;
  description: string | null;
  subjects: string[];
  coverUrl: string | null;
  /** Page where people can read the data. */
  url: string | null;
}

/** Source of books by ISBN, in any spelling. */
export interface BookSource {
  /** Returns the book, or null if it is unknown or the number is not an ISBN. */
  byIsbn(isbn: string, signal?: AbortSignal): Promise<FoundBook | null>;
}
