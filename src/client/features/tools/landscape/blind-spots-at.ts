import type { LandscapeHead } from "#shared/tools/landscape.ts";
import type { BlindSpotNote, BlindSpots } from "#shared/verdicts/verdicts.ts";

/** Returns the gaps at a landscape cell. */
export type NotesAt = (industry: LandscapeHead, modality: LandscapeHead) => readonly BlindSpotNote[];

/** Returns a function for the gaps at a cell. The column "Other" combines those of all remaining modalities. */
export function blindSpotsAt({ cells }: BlindSpots, modalities: readonly LandscapeHead[]): NotesAt {
  const named = new Set(modalities.map(({ value }) => value));
  const cellsByKey = Map.groupBy(cells, ({ industry, modality }) =>
    keyOf(industry, named.has(modality) ? modality : null),
  );
  return (industry, modality) => {
    const notes = cellsByKey.get(keyOf(industry.value, modality.value))?.flatMap((cell) => cell.notes) ?? [];
    const ofTools = notes.filter(({ kind }) => kind !== "papers-no-tool");
    return [...Map.groupBy(ofTools, ({ kind }) => kind).values()].flatMap(together);
  };
}

const keyOf = (industry: string | null, modality: string | null) => JSON.stringify([industry, modality]);

/** Combines the notes of each kind. */
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
