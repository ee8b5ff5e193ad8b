import { useRef } from "react";

import { Card } from "#client/ui/card.tsx";
import { useElementWidth } from "#client/ui/table/columns.ts";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import type { Landscape, LandscapeHead, LandscapeModality } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { type BlindSpotsShown, BlindSpotNotes } from "./blind-spot-notes.tsx";
import { type Zoom, chooseCellStyles, TOUCH_ZOOMS } from "./landscape-layout.ts";
import { LandscapeTools } from "./landscape-tools.tsx";

interface LandscapeGridProps {
  landscape: Landscape;
  zoom: Zoom;
  onOpen: (tool: Tool) => void;
  /** Shows all tools of a cell as a list. */
  onOpenCell: (industry: LandscapeHead, modality: LandscapeHead) => void;
  blindSpots?: BlindSpotsShown | undefined;
}

/** Padding and borders that reduce a card's width, in pixels. */
const CARD_EDGES = 34;
/** Width of a card in pixels on a phone that is 390 pixels wide. Used until the width is measured. */
const USUAL_STACK_WIDTH = 358;

/** Landscape for small screens, with one card per industry. */
export function LandscapeStack({ landscape, zoom, onOpen, onOpenCell, blindSpots }: LandscapeGridProps) {
  const stack = useRef<HTMLDivElement>(null);
  const width = useElementWidth(stack, USUAL_STACK_WIDTH) - CARD_EDGES;
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
                  cellStyle={chooseCellStyles(touchZoom, [{ tools, width }])[0] ?? touchZoom.tight}
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

const INDUSTRY_SHARE = 0.12;
/** Padding and border that reduce a cell's width, in pixels. */
const CELL_EDGES = 25;
/** Width of the grid in pixels in a window of 1440 pixels. Used until the width is measured. */
const USUAL_GRID_WIDTH = 1134;
const HEAD =
  "sticky top-(--sticky-top) z-10 border-r border-b border-line bg-sunken py-2 text-left first:rounded-tl-card last:rounded-tr-card last:border-r-0";

const percent = (share: number) => `${share * 100}%`;

/** Landscape for wide screens, with industries as rows and modalities as columns. */
export function LandscapeGrid({ landscape, zoom, onOpen, onOpenCell, blindSpots }: LandscapeGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const width = useElementWidth(table, USUAL_GRID_WIDTH);
  const rows = landscape.rows.map(({ industry, cells }) => {
    const styles = chooseCellStyles(
      zoom,
      cells.map(({ modality, tools }) => ({
        tools,
        width: modality.share * (1 - INDUSTRY_SHARE) * width - CELL_EDGES,
      })),
    );
    return { industry, cells: cells.map((cell, index) => ({ ...cell, style: styles[index] ?? zoom.tight })) };
  });
  return (
    <div className="rounded-card border border-line bg-surface shadow-card">
      <table
        ref={table}
        aria-label="AI landscape"
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <colgroup>
          <col style={{ width: percent(INDUSTRY_SHARE) }} />
          {landscape.modalities.map(({ value, share }) => (
            <col key={value} style={{ width: percent(share * (1 - INDUSTRY_SHARE)) }} />
          ))}
        </colgroup>
        <HeaderRow modalities={landscape.modalities} />
        <tbody className="[&>tr:last-child>*]:border-b-0">
          {rows.map(({ industry, cells }) => (
            <tr key={industry.value}>
              <th
                scope="row"
                className="border-r border-b border-line px-4 py-3 text-left align-top font-medium"
              >
                <span className="break-words text-ink">{industry.label}</span>
                <span className="mt-0.5 block text-xs font-normal text-ink-faint tabular-nums">
                  {industry.count}
                </span>
              </th>
              {cells.map(({ modality, tools, style }) => (
                <td
                  key={modality.value}
                  className="border-r border-b border-line p-3 align-top last:border-r-0"
                >
                  <LandscapeTools
                    tools={tools}
                    cellStyle={style}
                    industry={industry}
                    modality={modality}
                    onOpen={onOpen}
                    onOpenCell={onOpenCell}
                  />
                  {tools.length > 0 && (
                    <BlindSpotNotes blindSpots={blindSpots} industry={industry} modality={modality} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderRow({ modalities }: { modalities: readonly LandscapeModality[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" className={`${HEAD} px-4 text-xs font-medium text-ink-muted`}>
          Industry
        </th>
        {modalities.map(({ value, label, count }) => (
          <th key={value} scope="col" className={`${HEAD} px-3 font-normal`}>
            <span className="flex min-w-0 items-center gap-2">
              <ModalityBadge modality={label} />
              <span className="text-xs text-ink-faint tabular-nums">{count}</span>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
