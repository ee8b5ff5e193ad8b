import { useRef } from "react";

import { useElementWidth } from "#client/ui/table/column-fit.ts";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import type { LandscapeModality } from "#shared/tools/landscape.ts";

import { BlindSpotNotes } from "./blind-spot-notes.tsx";
import type { LandscapeCellsProps } from "./landscape-stack.tsx";
import { LandscapeTools } from "./landscape-tools.tsx";
import { cellStylesOf } from "./landscape-zoom.ts";

const INDUSTRY_SHARE = 0.12;
/** Padding and border of a cell, in pixels of its width. */
const CELL_EDGES = 25;
/** Width of the grid in a window of 1440 pixels. */
const USUAL_WIDTH = 1134;
const HEAD =
  "sticky top-(--sticky-top) z-10 border-r border-b border-line bg-sunken py-2 text-left first:rounded-tl-card last:rounded-tr-card last:border-r-0";

const percent = (share: number) => `${share * 100}%`;

/** Landscape for wide screens, with industries as rows and modalities as columns. */
export function LandscapeGrid({ landscape, zoom, onOpen, onOpenCell, blindSpots }: LandscapeCellsProps) {
  const table = useRef<HTMLTableElement>(null);
  const width = useElementWidth(table, USUAL_WIDTH);
  const rows = landscape.rows.map(({ industry, cells }) => {
    const looks = cellStylesOf(
      zoom,
      cells.map(({ modality, tools }) => ({
        tools,
        width: modality.share * (1 - INDUSTRY_SHARE) * width - CELL_EDGES,
      })),
    );
    return { industry, cells: cells.map((cell, index) => ({ ...cell, look: looks[index] ?? zoom.tight })) };
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
        <Heads modalities={landscape.modalities} />
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
              {cells.map(({ modality, tools, look }) => (
                <td
                  key={modality.value}
                  className="border-r border-b border-line p-3 align-top last:border-r-0"
                >
                  <LandscapeTools
                    tools={tools}
                    look={look}
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

function Heads({ modalities }: { modalities: readonly LandscapeModality[] }) {
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
