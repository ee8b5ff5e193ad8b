import { ImageDown, ZoomIn, ZoomOut } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { ShareButton } from "#client/features/shared-pages/share-button.tsx";
import type { ToolsFilter } from "#client/features/tools/page/tools-view-url.ts";
import { Button } from "#client/ui/button.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { PreservedScroll } from "#client/ui/list/scroll-anchor.tsx";
import { useElementWidth } from "#client/ui/table/column-fit.ts";
import { createLandscape, type LandscapeHead } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { BlindSpotNote } from "#shared/verdicts/verdicts.ts";

import { blindSpotsAt } from "./blind-spots-at.ts";
import { BlindSpotsElsewhere } from "./blind-spots-elsewhere.tsx";
import { LandscapeGrid } from "./landscape-grid.tsx";
import { LandscapeStack } from "./landscape-stack.tsx";
import { FIRST_ZOOM, ZOOMS } from "./landscape-zoom.ts";
import { ITEM, useArrowFocus } from "./use-arrow-focus.ts";
import { useSaveLandscape } from "./use-save-landscape.ts";

/** Width in pixels at which the names of industries and modalities fit on a line each. */
const MIN_GRID_WIDTH = 960;

interface LandscapeViewProps {
  tools: readonly Tool[];
  /** True if the filters exclude tools in shown cells. */
  isPartial: boolean;
  hasBlindSpots: boolean;
  onBlindSpots: (isOn: boolean) => void;
  onOpen: (dialog: "detail", toolId: string) => void;
  onList: (filter: Partial<ToolsFilter>) => void;
}

/**
 * Catalogue as a picture, with every tool's logo at its industry and modality. Memoized so that typing in the search
 * stays fast.
 */
export const LandscapeView = memo(function LandscapeView(props: LandscapeViewProps) {
  const { tools, isPartial, hasBlindSpots, onBlindSpots, onOpen, onList } = props;
  const [level, setLevel] = useState(FIRST_ZOOM);
  const zoom = ZOOMS[useDeferredValue(level)] ?? ZOOMS[FIRST_ZOOM];
  const landscape = useMemo(() => createLandscape(tools), [tools]);
  const arrowFocus = useArrowFocus();
  const save = useSaveLandscape();
  const spots = useBlindSpots(hasBlindSpots);
  const frame = useRef<HTMLDivElement>(null);
  const Cells = useElementWidth(frame, MIN_GRID_WIDTH) < MIN_GRID_WIDTH ? LandscapeStack : LandscapeGrid;

  const handleOpen = useCallback((tool: Tool) => onOpen("detail", tool.id), [onOpen]);
  const handlePlace = (industry: LandscapeHead, modality: LandscapeHead, wanted?: Partial<ToolsFilter>) =>
    onList({
      industry: industry.value,
      ...(modality.value !== null && { modality: modality.value }),
      ...wanted,
    });

  function handleNote(note: BlindSpotNote, industry: LandscapeHead, modality: LandscapeHead) {
    const [only, ...others] = note.tools;
    if (only && others.length === 0) onOpen("detail", only.id);
    else handlePlace(industry, modality, note.kind === "no-prompt" ? { verdict: "adopt" } : {});
  }

  return (
    <div ref={frame}>
      <div className="mb-3 flex flex-wrap items-center gap-1 print:hidden">
        <IconButton label="Zoom out" disabled={level === 0} onClick={() => setLevel(level - 1)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton label="Zoom in" disabled={level === ZOOMS.length - 1} onClick={() => setLevel(level + 1)}>
          <ZoomIn aria-hidden />
        </IconButton>
        <span className="md:ml-2">
          <Switch label="Blind spots" isOn={hasBlindSpots} onChange={onBlindSpots} />
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <ShareButton kind="landscape" />
          <Button
            icon={<ImageDown aria-hidden className="max-md:hidden" />}
            isPending={save.isPending}
            pendingLabel="Drawing..."
            onClick={() => void save.run(landscape, zoom)}
          >
            Save as PNG
          </Button>
        </span>
      </div>
      {hasBlindSpots && (
        <BlindSpotsElsewhere found={spots.found} isError={spots.isError} onRetry={spots.retry} />
      )}
      {hasBlindSpots && isPartial && (
        <p className="mb-3 text-sm text-ink-muted">
          Blind spots count every tool in a cell, even those the filters hide.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move among its buttons */}
      <div {...arrowFocus}>
        <PreservedScroll list={arrowFocus.ref} selector={ITEM} rows={tools}>
          <Cells
            landscape={landscape}
            zoom={zoom}
            onOpen={handleOpen}
            onPlace={handlePlace}
            blindSpots={
              spots.found && {
                notesAt: blindSpotsAt(spots.found, landscape.modalities),
                onNote: handleNote,
              }
            }
          />
        </PreservedScroll>
      </div>
    </div>
  );
});

/** Loads gaps of the landscape, only if they are shown. */
function useBlindSpots(isWanted: boolean) {
  const { data, isError, isFetching, refetch } = trpc.verdicts.blindSpots.useQuery(undefined, {
    enabled: isWanted,
    // Prompts and papers change the gaps too.
    staleTime: 0,
  });
  return {
    found: isWanted ? data : undefined,
    isError: isWanted && isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}
