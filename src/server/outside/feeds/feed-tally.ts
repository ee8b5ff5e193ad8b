import {
  type EntryIssueKind,
  entryIssueKinds,
  type FeedNoteKind,
  feedNoteKinds,
  type FeedReading,
} from "#shared/news/feeds.ts";

const MAX_EXAMPLE = 80;

/** Counts what was found in a feed and what could not be used. */
export class FeedTally {
  readonly #entries: number;
  readonly #issues = new Map<EntryIssueKind, { count: number; example: string }>();
  readonly #notes = new Map<FeedNoteKind, number>();

  constructor(entries: number) {
    this.#entries = entries;
  }

  /** Counts an entry that is left out; the first of its kind is named. */
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
