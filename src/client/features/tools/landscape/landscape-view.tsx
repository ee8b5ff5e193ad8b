import { ImageDown, ZoomIn, ZoomOut } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { KeptPlace } from "#client/ui/kept-place.tsx";
import { useIsMobile } from "#client/ui/use-media-query.ts";
import { createLandscape } from "#shared/landscape.ts";
import type { LandscapeHead } from "#shared/landscape.ts";
import type { ToolFilter } from "#shared/tool-filter.ts";
import type { Tool } from "#shared/tools.ts";

import { LandscapeGrid } from "./landscape-grid.tsx";
import { LandscapeStack } from "./landscape-stack.tsx";
import { FIRST_ZOOM, ZOOMS } from "./landscape-zoom.ts";
import { ITEM, useArrowFocus } from "./use-arrow-focus.ts";
import { useSaveLandscape } from "./use-save-landscape.ts";

interface LandscapeViewProps {
  tools: readonly Tool[];
  onOpen: (dialog: "detail", toolId: string) => void;
  onList: (filter: Partial<ToolFilter>) => void;
}

/** The catalogue as a picture: every tool's logo at its industry and modality. Typing in the search must not wait for it. */
export const LandscapeView = memo(function LandscapeView({ tools, onOpen, onList }: LandscapeViewProps) {
  const [level, setLevel] = useState(FIRST_ZOOM);
  const zoom = ZOOMS[useDeferredValue(level)] ?? ZOOMS[FIRST_ZOOM];
  const landscape = useMemo(() => createLandscape(tools), [tools]);
  const arrowFocus = useArrowFocus();
  const save = useSaveLandscape();
  const Places = useIsMobile() ? LandscapeStack : LandscapeGrid;

  const handleOpen = useCallback((tool: Tool) => onOpen("detail", tool.id), [onOpen]);
  const handlePlace = (industry: LandscapeHead, modality: LandscapeHead) =>
    onList({ industry: industry.value, ...(modality.value !== null && { modality: modality.value }) });

  return (
    <div>
      <div className="mb-3 flex items-center gap-1">
        <IconButton label="Zoom out" disabled={level === 0} onClick={() => setLevel(level - 1)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton label="Zoom in" disabled={level === ZOOMS.length - 1} onClick={() => setLevel(level + 1)}>
          <ZoomIn aria-hidden />
        </IconButton>
        <Button
          className="ml-auto"
          icon={<ImageDown aria-hidden />}
          isPending={save.isPending}
          pendingLabel="Drawing..."
          onClick={() => void save.run(landscape, zoom)}
        >
          Save as PNG
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move among its buttons */}
      <div {...arrowFocus}>
        <KeptPlace list={arrowFocus.ref} selector={ITEM} rows={tools}>
          <Places landscape={landscape} zoom={zoom} onOpen={handleOpen} onPlace={handlePlace} />
        </KeptPlace>
      </div>
    </div>
  );
});
