import { memo } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { Logo } from "#client/ui/logo.tsx";
import { Tooltip } from "#client/ui/tooltip.tsx";
import type { Tool } from "#shared/tools.ts";

import { shownIn } from "./landscape-zoom.ts";
import type { Zoom } from "./landscape-zoom.ts";

interface LandscapeToolsProps {
  tools: readonly Tool[];
  zoom: Zoom;
  /** The name of the place, such as "Finance, Text". */
  label: string;
  onOpen: (tool: Tool) => void;
  onMore: () => void;
}

/** The logos of one place, and the number of those that have no room. */
export function LandscapeTools({ tools, zoom, label, onOpen, onMore }: LandscapeToolsProps) {
  const shown = shownIn(zoom, tools);
  const rest = tools.length - shown.length;
  if (tools.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap items-start" style={{ gap: zoom.gap }}>
      {shown.map((tool) => (
        <li key={tool.id}>
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
            onClick={onMore}
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

const ToolButton = memo(function ToolButton({ tool, zoom, onOpen }: ToolButtonProps) {
  const button = (
    <button
      type="button"
      data-landscape-item
      tabIndex={-1}
      aria-label={tool.name}
      onClick={() => onOpen(tool)}
      className={classNames(
        "flex flex-col items-center gap-1 rounded-control transition-transform hover:scale-110 max-md:min-h-11 max-md:min-w-11 max-md:justify-center",
        zoom.hasNames && "w-18",
      )}
    >
      <Logo src={tool.logoUrl} name={tool.name} size={zoom.logo} />
      {zoom.hasNames && (
        <span className="line-clamp-2 w-full text-center text-xs break-words text-ink-muted">
          {tool.name}
        </span>
      )}
    </button>
  );
  return zoom.hasNames ? button : <Tooltip label={tool.name}>{button}</Tooltip>;
});
