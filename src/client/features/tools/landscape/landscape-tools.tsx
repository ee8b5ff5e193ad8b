import { memo } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { useIsPrinting } from "#client/ui/use-media-query.ts";
import type { LandscapeHead } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { type CellStyle, visibleTools } from "./landscape-layout.ts";

interface LandscapeToolsProps {
  tools: readonly Tool[];
  cellStyle: CellStyle;
  industry: LandscapeHead;
  modality: LandscapeHead;
  onOpen: (tool: Tool) => void;
  /** Shows all tools of a cell as a list. */
  onOpenCell: (industry: LandscapeHead, modality: LandscapeHead) => void;
}

/** Logos of a cell, and the number of tools that don't fit. */
export function LandscapeTools(props: LandscapeToolsProps) {
  const { tools, cellStyle, industry, modality, onOpen, onOpenCell } = props;
  const label = `${industry.label}, ${modality.label}`;
  const shown = visibleTools(cellStyle, tools);
  const rest = tools.length - shown.length;
  const isPrinting = useIsPrinting();
  if (tools.length === 0) return null;
  if (isPrinting) return <PrintedNames label={label} tools={tools} />;
  return (
    <ul aria-label={label} className="grid items-start" style={gridColumns(cellStyle)}>
      {shown.map((tool) => (
        <li key={tool.id} className="min-w-0">
          <ToolButton tool={tool} cellStyle={cellStyle} onOpen={onOpen} />
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            data-landscape-item
            tabIndex={-1}
            aria-label={`${rest} more: ${label}`}
            onClick={() => onOpenCell(industry, modality)}
            style={{ height: cellStyle.pixels }}
            className="flex max-w-24 min-w-8 items-center justify-center rounded-chip bg-sunken px-1.5 text-xs font-medium text-ink-muted hover:bg-pressed hover:text-ink max-md:min-h-11 max-md:min-w-11"
          >
            +{rest}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Names of all tools, for print, where logos have no tooltips. */
const PrintedNames = ({ label, tools }: { label: string; tools: readonly Tool[] }) => (
  <ul aria-label={label} className="text-xs">
    {tools.map(({ id, name }) => (
      <li key={id}>{name}</li>
    ))}
  </ul>
);

interface ToolButtonProps {
  tool: Tool;
  cellStyle: CellStyle;
  onOpen: (tool: Tool) => void;
}

/** Returns the CSS columns of a cell. Logos have fixed gaps; logos with names share the whole width. */
const gridColumns = ({ names, width, gap }: CellStyle) => ({
  gap,
  gridTemplateColumns:
    names === "none"
      ? `repeat(auto-fill, ${width}px)`
      : `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))`,
});

const SHAPES = {
  none: "md:justify-center transition-transform hover:scale-110",
  beside: "gap-2 pr-1 hover:bg-sunken",
  below: "flex-col gap-1 hover:bg-sunken",
};

const ToolButton = memo(function ToolButton({ tool, cellStyle, onOpen }: ToolButtonProps) {
  const button = (
    <button
      type="button"
      data-landscape-item
      tabIndex={-1}
      onClick={() => onOpen(tool)}
      className={classNames("flex w-full items-center rounded-chip max-md:min-h-11", SHAPES[cellStyle.names])}
    >
      <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} size={cellStyle.logo} />
      {cellStyle.names === "none" ? (
        <span className="sr-only">{tool.name}</span>
      ) : (
        <span
          className={classNames(
            "min-w-0 text-xs text-ink-muted",
            cellStyle.names === "below" ? "line-clamp-2 w-full text-center break-words" : "truncate",
          )}
        >
          {tool.name}
        </span>
      )}
    </button>
  );
  return cellStyle.names === "none" ? <Tooltip label={tool.name}>{button}</Tooltip> : button;
});
