/** Maximum number of release notes of one tool. */
export const MAX_RELEASE_NOTES = 200;
/** Date of a release note without one. */
export const UNDATED = "Undated";

/** Maximum length of a release note's date, in characters. */
export const MAX_RELEASE_DATE_LENGTH = 100;

/** Sorts release notes, newest first. Unparsable dates come last, in the given order. */
export function sortReleaseNotes<Note extends { date: string }>(notes: readonly Note[]): Note[] {
  const parseTime = (note: Note) => {
    const parsed = Date.parse(note.date);
    return Number.isNaN(parsed) ? Number.NEGATIVE_INFINITY : parsed;
  };
  return notes.toSorted((a, b) => {
    const [timeA, timeB] = [parseTime(a), parseTime(b)];
    return timeA === timeB ? 0 : timeB - timeA;
  });
}

/** Adds a note to a list, replacing any note with the same address. */
export function addReleaseNote<Note extends { date: string; url: string }>(
  notes: readonly Note[],
  note: Note,
): Note[] {
  return sortReleaseNotes([note, ...notes.filter(({ url }) => url !== note.url)]);
}
