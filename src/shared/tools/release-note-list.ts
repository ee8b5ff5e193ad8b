/** The largest number of release notes that one tool keeps. */
export const MAX_RELEASE_NOTES = 200;
/** The date of a release note that nobody wrote down. */
export const UNDATED = "Undated";

/** The longest date of a release note, in characters. */
export const MAX_RELEASE_DATE_LENGTH = 100;

/** Release notes newest first; dates that no calendar knows come last, in the order given. */
export function sortReleaseNotes<Note extends { date: string }>(notes: readonly Note[]): Note[] {
  const time = (note: Note) => {
    const parsed = Date.parse(note.date);
    return Number.isNaN(parsed) ? Number.NEGATIVE_INFINITY : parsed;
  };
  return notes.toSorted((a, b) => {
    const [timeA, timeB] = [time(a), time(b)];
    return timeA === timeB ? 0 : timeB - timeA;
  });
}

/** Puts one more note into a list, replacing a former one of the same address. */
export function addReleaseNote<Note extends { date: string; url: string }>(
  notes: readonly Note[],
  note: Note,
): Note[] {
  return sortReleaseNotes([note, ...notes.filter(({ url }) => url !== note.url)]);
}
