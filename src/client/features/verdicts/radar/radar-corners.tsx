import { longFormDate } from "#client/format/dates.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { COLOURED_MODALITIES, modalityTone, type ModalityTone } from "#shared/tools/modality-words.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

import { at, ModalityDot, MOVED_IN, MOVED_OUT, NewRing } from "./radar-dot.tsx";

const LINE = 23;
const EDGE = 10;
const TONES: readonly ModalityTone[] = [...COLOURED_MODALITIES, "other"];

interface RadarCornersProps {
  asOf: string;
  blips: readonly Blip[];
  /** Half the side of the picture. */
  half: number;
}

/** Captions of a saved picture: title, date and legend. */
export function RadarCorners({ asOf, blips, half }: RadarCornersProps) {
  const used = new Set(blips.map(({ modality }) => modalityTone(modality)));
  const tones = TONES.filter((tone) => used.has(tone));
  const hasNew = blips.some(({ isNew }) => isNew);
  const hasMoved = blips.some(({ moved }) => moved !== null);
  const signs = [
    ...(hasMoved
      ? [
          { words: "Moved inwards", sign: <path d={MOVED_IN} fill="var(--color-ink)" /> },
          { words: "Moved outwards", sign: <path d={MOVED_OUT} fill="var(--color-ink)" /> },
        ]
      : []),
    ...(hasNew ? [{ words: "New", sign: <NewRing radius={4} tone="other" /> }] : []),
  ];
  return (
    <g className="@max-xl:hidden">
      <text x={EDGE - half} y={28 - half} fontSize="24" fontWeight="600" fill="var(--color-ink)">
        AI Radar
      </text>
      <text x={EDGE - half} y={53 - half} fontSize="16" fill="var(--color-ink-muted)">
        {longFormDate(`${asOf}T12:00:00`)}
      </text>
      {tones.map((tone, index) => (
        <g key={tone} transform={at(EDGE + 8 - half, half - EDGE - 6 - (tones.length - 1 - index) * LINE)}>
          <ModalityDot tone={tone} letter={optionLabel(tone).charAt(0)} radius={8} />
          <Words>{optionLabel(tone)}</Words>
        </g>
      ))}
      {signs.length > 0 && (
        <g transform={at(half - 140, half - EDGE - 6 - signs.length * LINE)}>
          <text x={-8} y={4} fontSize="15" fontWeight="600" fill="var(--color-ink-muted)">
            In 90 days
          </text>
          {signs.map(({ words, sign }, index) => (
            <g key={words} transform={at(0, (index + 1) * LINE)}>
              {sign}
              <Words>{words}</Words>
            </g>
          ))}
        </g>
      )}
    </g>
  );
}

function Words({ children }: { children: string }) {
  return (
    <text x={15} y={5} fontSize="15" fill="var(--color-ink-muted)">
      {children}
    </text>
  );
}
