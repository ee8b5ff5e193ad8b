import { Download } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { ShareButton } from "#client/features/shared-pages/share-button.tsx";
import { briefDay, today } from "#client/features/verdicts/verdict-words.ts";
import { Button } from "#client/ui/button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import type { Radar } from "#shared/verdicts/verdicts.ts";

import { useSaveRadar } from "./use-save-radar.ts";

/** Delay in ms after the slider moves until the radar changes. */
const SLIDER_DELAY_MS = 200;

interface RadarControlsProps {
  radar: Radar;
  /** Ids of the shown tools; all if undefined. */
  shownIds?: string[] | undefined;
  asOf: string | null;
  onAsOf: (day: string | null) => void;
  /** Ref to the picture; null if the radar is empty. */
  picture: RefObject<SVGSVGElement | null>;
}

/** Slider for the radar's date, and a menu of exports. */
export function RadarControls({ radar, shownIds, asOf, onAsOf, picture }: RadarControlsProps) {
  const pictures = useSaveRadar(picture);
  const files = useSaveRadarFile({ asOf, shownIds });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {radar.first !== null && <DaySlider first={radar.first} asOf={asOf} onAsOf={onAsOf} />}
      {radar.blips.length > 0 && shownIds?.length !== 0 && (
        <span className="ml-auto flex flex-wrap gap-2">
          <ShareButton kind="radar" />
          <Menu
            trigger={
              <Button
                icon={<Download aria-hidden />}
                isPending={pictures.isPending || files.isPending}
                pendingLabel="Saving..."
              >
                Save As
              </Button>
            }
            groups={[
              [
                { label: "PNG Picture", onSelect: () => pictures.save("png") },
                { label: "SVG Picture", onSelect: () => pictures.save("svg") },
                { label: "PowerPoint Slide", onSelect: () => files.save("slide") },
              ],
              [{ label: "CSV, for Build Your Own Radar", onSelect: () => files.save("csv") }],
            ]}
          />
        </span>
      )}
    </div>
  );
}

interface DaySliderProps {
  first: string;
  asOf: string | null;
  onAsOf: (day: string | null) => void;
}

function DaySlider({ first, asOf, onAsOf }: DaySliderProps) {
  const now = today();
  const last = Math.max(1, daysBetween(first, now));
  const urlDay = asOf === null ? last : Math.min(last, Math.max(0, daysBetween(first, asOf)));
  const [at, setAt] = useState(urlDay);
  const [seen, setSeen] = useState(urlDay);
  if (seen !== urlDay) {
    setSeen(urlDay);
    setAt(urlDay);
  }

  const show = useEffectEvent(() => onAsOf(at === last ? null : addDays(first, at)));
  useEffect(() => {
    if (at === urlDay) return undefined;
    const timer = setTimeout(() => show(), SLIDER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [at, urlDay]);

  const words = at === last ? "Today" : `On ${briefDay(addDays(first, at))}`;
  return (
    <label className="flex min-h-control min-w-0 flex-1 flex-wrap items-center gap-x-3 text-sm max-md:w-full max-md:flex-none">
      <span className="w-52 tabular-nums">{words}</span>
      <input
        type="range"
        aria-label="Day of the radar"
        aria-valuetext={words}
        min={0}
        max={last}
        value={at}
        onChange={(event) => setAt(Number(event.target.value))}
        className="max-w-xs min-w-24 flex-1 max-md:h-11"
      />
    </label>
  );
}

const DAY_MS = 86_400_000;

/** Returns the number of days between two dates in the format YYYY-MM-DD. */
const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);

/** Returns the date that is a number of days after another. */
const addDays = (first: string, days: number): string =>
  new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10);

interface RadarFile {
  asOf: string | null;
  /** Ids of the shown tools; all if undefined. */
  shownIds: string[] | undefined;
}

/** Returns a function that saves an export of the server: a slide, or a table for other radar tools. */
function useSaveRadarFile({ asOf, shownIds }: RadarFile) {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  const request = { ...(asOf !== null && { asOf }), ...(shownIds && { selectedIds: shownIds }) };
  return {
    isPending,
    save: (kind: "slide" | "csv") =>
      void save(
        kind === "slide"
          ? client.exports.radar.query(request, { context: IN_BODY })
          : client.verdicts.radarCsv.query(request, { context: IN_BODY }),
      ),
  };
}
