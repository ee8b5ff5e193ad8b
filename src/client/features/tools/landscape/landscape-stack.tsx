import { useRef } from "react";

import { Card } from "#client/ui/card.tsx";
import { useElementWidth } from "#client/ui/table/column-fit.ts";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import type { Landscape, LandscapeHead } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { BlindSpotNotes, type BlindSpotsShown } from "./blind-spot-notes.tsx";
import { LandscapeTools } from "./landscape-tools.tsx";
import { cellStylesOf, TOUCH_ZOOMS } from "./landscape-zoom.ts";
import type { Zoom } from "./landscape-zoom.ts";

export interface LandscapeCellsProps {
  landscape: Landscape;
  zoom: Zoom;
  onOpen: (tool: Tool) => void;
  /** Shows all tools of a cell as a list. */
  onOpenCell: (industry: LandscapeHead, modality: LandscapeHead) => void;
  blindSpots?: BlindSpotsShown | undefined;
}

/** Padding and borders of a card, in pixels of its width. */
const CARD_EDGES = 34;
/** Width of the cards on a phone of 390 pixels. */
const USUAL_WIDTH = 358;

/** Landscape for small screens, with one card per industry. */
export function LandscapeStack({ landscape, zoom, onOpen, onOpenCell, blindSpots }: LandscapeCellsProps) {
  const stack = useRef<HTMLDivElement>(null);
  const width = useElementWidth(stack, USUAL_WIDTH) - CARD_EDGES;
  const touchZoom = TOUCH_ZOOMS.get(zoom) ?? zoom;
  return (
    <div ref={stack} className="flex flex-col gap-3">
      {landscape.rows.map(({ industry, cells }) => (
        <Card key={industry.value} className="p-4">
          <h2 className="flex items-baseline gap-2 text-base font-semibold text-ink">
            {industry.label}
            <span className="text-xs font-normal text-ink-faint tabular-nums">{industry.count}</span>
          </h2>
          {cells
            .filter(({ tools }) => tools.length > 0)
            .map(({ modality, tools }) => (
              <div key={modality.value} className="mt-3">
                <div className="mb-1.5">
                  <ModalityBadge modality={modality.label} />
                </div>
                <LandscapeTools
                  tools={tools}
                  look={cellStylesOf(touchZoom, [{ tools, width }])[0] ?? touchZoom.tight}
                  industry={industry}
                  modality={modality}
                  onOpen={onOpen}
                  onOpenCell={onOpenCell}
                />
                <BlindSpotNotes blindSpots={blindSpots} industry={industry} modality={modality} />
              </div>
            ))}
        </Card>
      ))}
    </div>
  );
}
