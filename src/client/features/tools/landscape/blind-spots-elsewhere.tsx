import { Link } from "react-router-dom";

import { ErrorState } from "#client/ui/feedback/states.tsx";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import type { BlindSpots } from "#shared/verdicts/verdicts.ts";

import { blindSpotInWords } from "./blind-spot-notes.tsx";

interface BlindSpotsElsewhereProps {
  /** Undefined while loading. */
  found: BlindSpots | undefined;
  isError: boolean;
  onRetry: () => void;
}

/** Gaps outside the landscape's cells: papers on topics without a tool. */
export function BlindSpotsElsewhere({ found, isError, onRetry }: BlindSpotsElsewhereProps) {
  if (isError) return <ErrorState text="Couldn't load the blind spots." onRetry={onRetry} />;
  if (!found) return null;
  const elsewhere = found.cells.flatMap(({ modality, notes }) =>
    notes.flatMap((note) => (note.kind === "papers-no-tool" ? [{ modality, note }] : [])),
  );
  if (elsewhere.length === 0) return null;
  return (
    <ul aria-label="Blind spots without a tool" className="mb-3 flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {elsewhere.map(({ modality, note }) => (
        <li key={modality} className="flex items-center gap-2">
          <ModalityBadge modality={modality} />
          <Link to="/arxiv" className="text-accent-ink underline max-md:py-3">
            {blindSpotInWords(note)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
