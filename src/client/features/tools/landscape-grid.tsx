import { ModalityBadge } from "#client/ui/modality-badge.tsx";

import type { LandscapePlacesProps } from "./landscape-stack.tsx";
import { LandscapeTools } from "./landscape-tools.tsx";
import type { Landscape } from "./landscape.ts";

/** The landscape of wide screens: industries down, modalities across. */
export function LandscapeGrid({ landscape, zoom, onOpen, onPlace }: LandscapePlacesProps) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-card">
      <table aria-label="AI landscape" className="w-full table-fixed border-separate border-spacing-0">
        <colgroup>
          <col className="w-36" />
          {landscape.modalities.map(({ label }) => (
            <col key={label} className="w-36" />
          ))}
        </colgroup>
        <Head landscape={landscape} />
        <tbody className="[&>tr:last-child>*]:border-b-0">
          {landscape.rows.map(({ industry, cells }) => (
            <tr key={industry.value}>
              <th
                scope="row"
                className="sticky left-0 border-r border-b border-line bg-surface px-4 py-3 text-left align-top font-medium"
              >
                <span className="break-words text-ink">{industry.label}</span>
                <span className="mt-0.5 block text-xs font-normal text-ink-faint tabular-nums">
                  {industry.count}
                </span>
              </th>
              {cells.map(({ modality, tools }) => (
                <td
                  key={modality.label}
                  className="border-r border-b border-line p-3 align-top last:border-r-0"
                >
                  <LandscapeTools
                    tools={tools}
                    zoom={zoom}
                    label={`${industry.label}, ${modality.label}`}
                    onOpen={onOpen}
                    onMore={() => onPlace(industry, modality)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ landscape }: { landscape: Landscape }) {
  return (
    <thead>
      <tr className="text-left">
        <th
          scope="col"
          className="sticky left-0 border-r border-b border-line bg-sunken px-4 text-xs font-medium text-ink-muted"
        >
          Industry
        </th>
        {landscape.modalities.map(({ label, count }) => (
          <th
            key={label}
            scope="col"
            className="border-r border-b border-line bg-sunken px-3 py-2 font-normal last:border-r-0"
          >
            <span className="flex items-center gap-2">
              <ModalityBadge modality={label} />
              <span className="text-xs text-ink-faint tabular-nums">{count}</span>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
