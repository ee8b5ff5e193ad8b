import type { LandscapeHead } from "#shared/tools/landscape.ts";
import type { BlindSpotNote, BlindSpots } from "#shared/verdicts/verdicts.ts";

/** What is missing at a place of the landscape. */
export type NotesAt = (industry: LandscapeHead, modality: LandscapeHead) => readonly BlindSpotNote[];

/** Looks up what is missing at a place; the column of all other modalities has the notes of those together. */
export function blindSpotsAt({ cells }: BlindSpots, modalities: readonly LandscapeHead[]): NotesAt {
  const named = new Set(modalities.map(({ value }) => value));
  const places = Map.groupBy(cells, ({ industry, modality }) =>
    keyOf(industry, named.has(modality) ? modality : null),
  );
  return (industry, modality) => {
    const notes = places.get(keyOf(industry.value, modality.value))?.flatMap((cell) => cell.notes) ?? [];
    const ofTools = notes.filter(({ kind }) => kind !== "papers-no-tool");
    return [...Map.groupBy(ofTools, ({ kind }) => kind).values()].flatMap(together);
  };
}

const keyOf = (industry: string | null, modality: string | null) => JSON.stringify([industry, modality]);

/** Notes of one kind as one. */
function together(notes: readonly BlindSpotNote[]): BlindSpotNote[] {
  const [first] = notes;
  if (!first || notes.length === 1) return [...notes];
  const since = notes.flatMap((note) => note.since ?? []).toSorted()[0];
  return [
    {
      kind: first.kind,
      count: notes.reduce((sum, { count }) => sum + count, 0),
      tools: notes.flatMap(({ tools }) => tools),
      ...(since !== undefined && { since }),
    },
  ];
}
