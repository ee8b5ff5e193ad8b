import { memo } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { Logo } from "#client/ui/logo.tsx";
import { Tooltip } from "#client/ui/tooltip.tsx";
import type { Tool } from "#shared/tools.ts";

import { shownIn } from "./landscape-zoom.ts";
import type { Zoom } from "./landscape-zoom.ts";
import type { LandscapeHead } from "./landscape.ts";

interface LandscapeToolsProps {
  tools: readonly Tool[];
  zoom: Zoom;
  industry: LandscapeHead;
  modality: LandscapeHead;
  onOpen: (tool: Tool) => void;
  /** Shows all tools of a place as a list. */
  onPlace: (industry: LandscapeHead, modality: LandscapeHead) => void;
}

/** The logos of one place, and the number of those that have no room. */
export function LandscapeTools(props: LandscapeToolsProps) {
  const { tools, zoom, industry, modality, onOpen, onPlace } = props;
  const label = `${industry.label}, ${modality.label}`;
  const shown = shownIn(zoom, tools);
  const rest = tools.length - shown.length;
  if (tools.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap items-start" style={{ gap: zoom.gap }}>
      {shown.map((tool) => (
        <li key={tool.id} className="max-w-full">
          <ToolButton tool={tool} zoom={zoom} onOpen={onOpen} />
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            data-landscape-item
            tabIndex={-1}
            aria-label={`${rest} more: ${label}`}
            onClick={() => onPlace(industry, modality)}
            style={{ height: zoom.pixels }}
            className="flex min-w-8 items-center justify-center rounded-chip bg-sunken px-1.5 text-xs font-medium text-ink-muted hover:bg-pressed hover:text-ink max-md:min-h-11 max-md:min-w-11"
          >
            +{rest}
          </button>
        </li>
      )}
    </ul>
  );
}

interface ToolButtonProps {
  tool: Tool;
  zoom: Zoom;
  onOpen: (tool: Tool) => void;
}

const SHAPES = {
  none: "max-md:min-w-11 justify-center transition-transform hover:scale-110",
  beside: "gap-2 pr-1 hover:bg-sunken",
  below: "flex-col gap-1 hover:bg-sunken",
};

const ToolButton = memo(function ToolButton({ tool, zoom, onOpen }: ToolButtonProps) {
  const button = (
    <button
      type="button"
      data-landscape-item
      tabIndex={-1}
      aria-label={zoom.names === "none" ? tool.name : undefined}
      onClick={() => onOpen(tool)}
      style={{ width: zoom.names === "none" ? undefined : zoom.width }}
      className={classNames("flex max-w-full items-center rounded-chip max-md:min-h-11", SHAPES[zoom.names])}
    >
      <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} size={zoom.logo} />
      {zoom.names !== "none" && (
        <span
          className={classNames(
            "min-w-0 text-xs text-ink-muted",
            zoom.names === "below" ? "line-clamp-2 w-full text-center break-words" : "truncate",
          )}
        >
          {tool.name}
        </span>
      )}
    </button>
  );
  return zoom.names === "none" ? <Tooltip label={tool.name}>{button}</Tooltip> : button;
});
