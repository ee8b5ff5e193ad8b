import type { ReactNode } from "react";

import { RingSign } from "#client/features/verdicts/ring-chip.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import { RING_WORDS, RINGS, type Ring } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

export interface RadarSelection {
  /** Id of the tool that is hovered or focused in the list or the picture. */
  highlightedId: string | null;
  onOpen: (toolId: string) => void;
  onHighlight: (toolId: string | null) => void;
}

interface RadarListProps extends RadarSelection {
  blips: readonly Blip[];
}

/** Radar as a list by ring. It is an accessible version of the picture. */
export function RadarList({ blips, ...selection }: RadarListProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {RINGS.map((ring) => (
        <RingOfTools
          key={ring}
          ring={ring}
          blips={blips.filter((blip) => blip.ring === ring)}
          {...selection}
        />
      ))}
    </div>
  );
}

function RingOfTools({ ring, blips, ...selection }: RadarListProps & { ring: Ring }) {
  const { label, sentence } = RING_WORDS[ring];
  const sorted = blips.toSorted((a, b) => a.name.localeCompare(b.name, "en-US"));
  return (
    <section aria-labelledby={`ring-${ring}`}>
      <h2 id={`ring-${ring}`} className="flex items-center gap-1.5 text-sm font-semibold">
        <RingSign ring={ring} />
        {label}
        <span className="text-xs font-normal text-ink-faint tabular-nums">{blips.length}</span>
      </h2>
      <p className="text-xs text-ink-faint">{sentence}</p>
      {sorted.length > 0 && (
        <ul
          aria-label={label}
          className="mt-1.5 overflow-hidden rounded-control border border-line bg-surface"
        >
          {sorted.map((blip) => (
            <li key={blip.toolId} className="border-b border-line last:border-b-0">
              <RadarRow
                toolId={blip.toolId}
                title={blip.reason}
                className="flex items-center gap-2"
                {...selection}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{blip.name}</span>
                  <BlipSector blip={blip} />
                </span>
                {blip.modality !== null && blip.modality !== "" && <ModalityBadge modality={blip.modality} />}
              </RadarRow>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RadarRowProps extends RadarSelection {
  toolId: string;
  title?: string;
  className: string;
  children: ReactNode;
}

/** Button in a list of the radar. It opens a tool, and highlights it in the picture. */
export function RadarRow({
  toolId,
  title,
  className,
  children,
  highlightedId,
  onOpen,
  onHighlight,
}: RadarRowProps) {
  return (
    <button
      type="button"
      title={title}
      onClick={() => onOpen(toolId)}
      onFocus={() => onHighlight(toolId)}
      onBlur={() => onHighlight(null)}
      onMouseEnter={() => onHighlight(toolId)}
      onMouseLeave={() => onHighlight(null)}
      className={classNames(
        "min-h-control w-full px-3 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2",
        className,
        highlightedId === toolId && "bg-sunken",
      )}
    >
      {children}
    </button>
  );
}

/** Sector of a tool, with a note if it is new or has moved within the last 90 days. */
function BlipSector({ blip: { sector, isNew, moved, from } }: { blip: Blip }) {
  const before = from ? ` from ${RING_WORDS[from].label}` : "";
  const movement = isNew ? "● new" : moved && `${moved === "in" ? "▲" : "▼"} moved${before}`;
  return (
    <span className="block truncate text-xs text-ink-muted">
      {[sector, movement].filter((words) => words !== null).join(" · ")}
    </span>
  );
}
