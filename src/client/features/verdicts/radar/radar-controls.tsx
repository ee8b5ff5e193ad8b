import { Download, ImageDown } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { useExport } from "#client/features/exports/use-export.ts";
import { briefDay, today } from "#client/features/verdicts/verdict-dates.ts";
import { Button } from "#client/ui/button.tsx";
import type { Radar } from "#shared/verdicts.ts";

import { dayAfter, daysBetween } from "./days.ts";
import { useRadarFile } from "./use-radar.ts";
import { useSaveRadar } from "./use-save-radar.ts";

/** How long the radar waits for the slider to rest. */
const SLIDING_PAUSE = 200;

interface RadarControlsProps {
  radar: Radar;
  asOf: string | null;
  onAsOf: (day: string | null) => void;
  picture: RefObject<SVGSVGElement | null>;
}

/** Which day's radar is shown, and how it is taken along. */
export function RadarControls({ radar, asOf, onAsOf, picture }: RadarControlsProps) {
  const files = useExport();
  const readFile = useRadarFile();
  const save = useSaveRadar(picture);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {radar.first !== null && <DaySlider first={radar.first} asOf={asOf} onAsOf={onAsOf} />}
      <div className="flex flex-wrap gap-2 md:ml-auto">
        <Button
          icon={<ImageDown aria-hidden />}
          isPending={save.isPending}
          pendingLabel="Drawing..."
          onClick={() => void save.run("png")}
        >
          Save as PNG
        </Button>
        <Button icon={<ImageDown aria-hidden />} onClick={() => void save.run("svg")}>
          Save as SVG
        </Button>
        <Button
          icon={<Download aria-hidden />}
          isPending={files.isPending}
          pendingLabel="Saving..."
          title="For Build Your Own Radar and its like"
          onClick={() => void files.save(readFile(asOf))}
        >
          BYOR CSV
        </Button>
      </div>
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
  const inAddress = asOf === null ? last : Math.min(last, Math.max(0, daysBetween(first, asOf)));
  const [at, setAt] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    setAt(inAddress);
  }

  const show = useEffectEvent(() => onAsOf(at === last ? null : dayAfter(first, at)));
  useEffect(() => {
    if (at === inAddress) return undefined;
    const timer = setTimeout(() => show(), SLIDING_PAUSE);
    return () => clearTimeout(timer);
  }, [at, inAddress]);

  const words = at === last ? "As it is today" : `As it was on ${briefDay(dayAfter(first, at))}`;
  return (
    <label className="flex min-h-control min-w-0 flex-wrap items-center gap-x-3 text-sm max-md:w-full">
      <span className="w-56">{words}</span>
      <input
        type="range"
        aria-label="Day of the radar"
        aria-valuetext={words}
        min={0}
        max={last}
        value={at}
        onChange={(event) => setAt(Number(event.target.value))}
        className="w-48 min-w-0 accent-accent max-md:h-11 max-md:flex-1"
      />
    </label>
  );
}
