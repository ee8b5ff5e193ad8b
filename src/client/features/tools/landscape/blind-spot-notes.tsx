import { EyeOff } from "lucide-react";

import type { LandscapeHead } from "#shared/tools/landscape.ts";
import type { BlindSpotNote, BlindSpots } from "#shared/verdicts/verdicts.ts";

/** Returns the gaps at a landscape cell. */
type NotesAt = (industry: LandscapeHead, modality: LandscapeHead) => readonly BlindSpotNote[];

/** Returns a function that returns the gaps at a cell. The column "Other" combines all other modalities. */
export function createNotesAt({ cells }: BlindSpots, modalities: readonly LandscapeHead[]): NotesAt {
  const columnValues = new Set(modalities.map(({ value }) => value));
  const cellsByKey = Map.groupBy(cells, ({ industry, modality }) =>
    cellKey(industry, columnValues.has(modality) ? modality : null),
  );
  return (industry, modality) => {
    const notes =
      cellsByKey.get(cellKey(industry.value, modality.value))?.flatMap((cell) => cell.notes) ?? [];
    const ofTools = notes.filter(({ kind }) => kind !== "papers-no-tool");
    return [...Map.groupBy(ofTools, ({ kind }) => kind).values()].flatMap(combineNotes);
  };
}

const cellKey = (industry: string | null, modality: string | null) => JSON.stringify([industry, modality]);

/** Combines notes of the same kind to one. */
function combineNotes(notes: readonly BlindSpotNote[]): BlindSpotNote[] {
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

const month = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
const monthAndYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Describes a gap briefly. Returns null for kinds of gaps that cells don't show. */
export function describeBlindSpot({ kind, count, since }: BlindSpotNote, now = new Date()): string | null {
  switch (kind) {
    case "untried":
      return count === 1 ? "1 tool, not tried" : `${count} tools, none tried`;
    case "no-prompt":
      return count === 1 ? "Adopted, but no prompt uses it" : `${count} adopted, but no prompt uses them`;
    case "papers-no-tool":
      return `${count} ${count === 1 ? "paper" : "papers"} this month, no tool`;
    case "overdue": {
      const verdicts = count === 1 ? "Verdict" : `${count} verdicts`;
      return since === undefined
        ? `${verdicts} overdue`
        : `${verdicts} overdue since ${formatMonth(since, now)}`;
    }
    default:
      return null;
  }
}

/** Returns the month, such as "May". Adds the year unless it is the current one. */
function formatMonth(day: string, now: Date): string {
  const isThisYear = day.startsWith(String(now.getFullYear()));
  return (isThisYear ? month : monthAndYear).format(new Date(day));
}

/** Data for showing gaps at landscape cells. Undefined if gaps are hidden. */
export interface BlindSpotsShown {
  notesAt: NotesAt;
  /** Shows the tools of a note. */
  onNote: (note: BlindSpotNote, industry: LandscapeHead, modality: LandscapeHead) => void;
}

interface BlindSpotNotesProps {
  blindSpots: BlindSpotsShown | undefined;
  industry: LandscapeHead;
  modality: LandscapeHead;
}

/** Gaps at a landscape cell. Each gap is a button that leads to its tools. */
export function BlindSpotNotes({ blindSpots, industry, modality }: BlindSpotNotesProps) {
  const notes = blindSpots?.notesAt(industry, modality) ?? [];
  const shown = notes.flatMap((note) => {
    const words = describeBlindSpot(note);
    return words === null ? [] : [{ note, words }];
  });
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label={`Blind spots: ${industry.label}, ${modality.label}`}
      className="mt-2 flex flex-col items-start gap-1"
    >
      {shown.map(({ note, words }) => (
        <li key={note.kind} className="max-w-full">
          <button
            type="button"
            data-landscape-item
            tabIndex={-1}
            title={note.tools.map(({ name }) => name).join(", ")}
            onClick={() => blindSpots?.onNote(note, industry, modality)}
            className="flex items-start gap-1.5 rounded-chip bg-warning-soft px-1.5 py-1 text-left text-xs text-warning-ink hover:underline max-md:min-h-11 max-md:items-center"
          >
            <EyeOff aria-hidden className="mt-0.5 size-3 shrink-0 max-md:mt-0" />
            <span className="min-w-0 break-words">{words}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
