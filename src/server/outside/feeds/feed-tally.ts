import {
  type EntryIssueKind,
  entryIssueKinds,
  type FeedNoteKind,
  feedNoteKinds,
  type FeedReading,
} from "#shared/news/feeds.ts";

const MAX_EXAMPLE = 80;

/** Counts a feed's usable entries and its problems. */
export class FeedTally {
  readonly #entries: number;
  readonly #issues = new Map<EntryIssueKind, { count: number; example: string }>();
  readonly #notes = new Map<FeedNoteKind, number>();

  constructor(entries: number) {
    this.#entries = entries;
  }

  /** Counts a skipped entry. Stores the title of the first of each kind. */
  leaveOut(kind: EntryIssueKind, title: string): void {
    const { count = 0, example = "" } = this.#issues.get(kind) ?? {};
    this.#issues.set(kind, { count: count + 1, example: example || title.slice(0, MAX_EXAMPLE) });
  }

  note(kind: FeedNoteKind): void {
    this.#notes.set(kind, (this.#notes.get(kind) ?? 0) + 1);
  }

  reading(usable: number): FeedReading {
    return {
      entries: this.#entries,
      usable,
      issues: entryIssueKinds.flatMap((kind) => {
        const issue = this.#issues.get(kind);
        return issue ? [{ kind, ...issue }] : [];
      }),
      notes: feedNoteKinds.flatMap((kind) => {
        const count = this.#notes.get(kind);
        return count === undefined ? [] : [{ kind, count }];
      }),
    };
  }
}
