import { ImageDown, ZoomIn, ZoomOut } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "react-router-dom";

import { loadState } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { ShareButton } from "#client/features/shared-pages/share-button.tsx";
import type { ToolsFilter } from "#client/features/tools/page/tools-view.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { PreservedScroll } from "#client/ui/list/scroll-anchor.tsx";
import { useElementWidth } from "#client/ui/table/columns.ts";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import { createLandscape, type LandscapeHead } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { BlindSpotNote, BlindSpots } from "#shared/verdicts/verdicts.ts";

import { describeBlindSpot, createNotesAt } from "./blind-spot-notes.tsx";
import { LandscapeGrid, LandscapeStack } from "./landscape-grid.tsx";
import { FIRST_ZOOM, ZOOMS } from "./landscape-layout.ts";
import { useSaveLandscape } from "./landscape-picture.ts";

/** Selector of the items that arrow keys reach. */
const ITEM_SELECTOR = "[data-landscape-item]";
const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Makes a picture with many buttons a single Tab stop. Arrow keys move between the buttons. */
function useArrowFocus() {
  const area = useRef<HTMLDivElement>(null);

  // Filter and zoom replace items. One item must always be the Tab stop.
  useEffect(() => {
    if (area.current?.querySelector(`${ITEM_SELECTOR}[tabindex="0"]`)) return;
    area.current?.querySelector<HTMLElement>(ITEM_SELECTOR)?.setAttribute("tabindex", "0");
  });

  function handleFocus({ target }: FocusEvent<HTMLElement>) {
    if (!target.matches(ITEM_SELECTOR)) return;
    area.current
      ?.querySelectorAll(`${ITEM_SELECTOR}[tabindex="0"]`)
      .forEach((item) => item.setAttribute("tabindex", "-1"));
    target.setAttribute("tabindex", "0");
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const direction = DIRECTIONS[event.key];
    if (!direction || !(event.target instanceof HTMLElement) || !event.target.matches(ITEM_SELECTOR)) return;
    event.preventDefault();
    const others = [...(area.current?.querySelectorAll<HTMLElement>(ITEM_SELECTOR) ?? [])];
    nearest(event.target, others, direction)?.focus();
  }

  return { ref: area, onFocus: handleFocus, onKeyDown: handleKeyDown };
}

/** Returns the nearest item in a direction. Sideways distance counts three times. */
function nearest(from: HTMLElement, items: readonly HTMLElement[], { x, y }: { x: number; y: number }) {
  const start = centre(from);
  let best: { item: HTMLElement; distance: number } | undefined;
  for (const item of items) {
    const at = centre(item);
    const along = (at.x - start.x) * x + (at.y - start.y) * y;
    const aside = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x);
    const distance = along + 3 * aside;
    if (along > 4 && (!best || distance < best.distance)) best = { item, distance };
  }
  return best?.item;
}

function centre(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Minimum width in pixels at which names of industries and modalities fit on one line. */
const MIN_GRID_WIDTH = 960;

interface LandscapeViewProps {
  tools: readonly Tool[];
  /** True if the filters exclude tools in visible cells. */
  isPartial: boolean;
  hasBlindSpots: boolean;
  onBlindSpots: (isOn: boolean) => void;
  onOpen: (dialog: "detail", toolId: string) => void;
  onList: (filter: Partial<ToolsFilter>) => void;
}

/**
 * Catalogue as a picture, with each tool's logo at its industry and modality. Memoized, so that typing in the search
 * stays fast.
 */
export const LandscapeView = memo(function LandscapeView(props: LandscapeViewProps) {
  const { tools, isPartial, hasBlindSpots, onBlindSpots, onOpen, onList } = props;
  const [level, setLevel] = useState(FIRST_ZOOM);
  const zoom = ZOOMS[useDeferredValue(level)] ?? ZOOMS[FIRST_ZOOM];
  const landscape = useMemo(() => createLandscape(tools), [tools]);
  const arrowFocus = useArrowFocus();
  const save = useSaveLandscape();
  const blindSpots = useBlindSpots(hasBlindSpots);
  const frame = useRef<HTMLDivElement>(null);
  const Cells = useElementWidth(frame, MIN_GRID_WIDTH) < MIN_GRID_WIDTH ? LandscapeStack : LandscapeGrid;

  const handleOpen = useCallback((tool: Tool) => onOpen("detail", tool.id), [onOpen]);
  const handleOpenCell = (industry: LandscapeHead, modality: LandscapeHead, wanted?: Partial<ToolsFilter>) =>
    onList({
      industry: industry.value,
      ...(modality.value !== null && { modality: modality.value }),
      ...wanted,
    });

  function handleNote(note: BlindSpotNote, industry: LandscapeHead, modality: LandscapeHead) {
    const [only, ...others] = note.tools;
    if (only && others.length === 0) onOpen("detail", only.id);
    else handleOpenCell(industry, modality, note.kind === "no-prompt" ? { verdict: "adopt" } : {});
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
            onClick={() => save.run(landscape, zoom)}
          >
            Save as PNG
          </Button>
        </span>
      </div>
      {hasBlindSpots && (
        <BlindSpotsElsewhere
          found={blindSpots.found}
          isError={blindSpots.isError}
          onRetry={blindSpots.retry}
        />
      )}
      {hasBlindSpots && isPartial && (
        <p className="mb-3 text-sm text-ink-muted">
          Blind spots count every tool in a cell, even those the filters hide.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between its buttons */}
      <div {...arrowFocus}>
        <PreservedScroll list={arrowFocus.ref} selector={ITEM_SELECTOR} version={tools}>
          <Cells
            landscape={landscape}
            zoom={zoom}
            onOpen={handleOpen}
            onOpenCell={handleOpenCell}
            blindSpots={
              blindSpots.found && {
                notesAt: createNotesAt(blindSpots.found, landscape.modalities),
                onNote: handleNote,
              }
            }
          />
        </PreservedScroll>
      </div>
    </div>
  );
});

/** Loads the gaps of the landscape if they are shown. */
function useBlindSpots(isWanted: boolean) {
  const query = trpc.verdicts.blindSpots.useQuery(undefined, {
    enabled: isWanted,
    // Refetched each time, because prompts and papers change the gaps too.
    staleTime: 0,
  });
  const { isError, retry } = loadState(query);
  return { found: isWanted ? query.data : undefined, isError: isWanted && isError, retry };
}

interface BlindSpotsElsewhereProps {
  /** Undefined while loading. */
  found: BlindSpots | undefined;
  isError: boolean;
  onRetry: () => void;
}

/** Gaps outside the cells of the landscape: papers on topics without a tool. */
function BlindSpotsElsewhere({ found, isError, onRetry }: BlindSpotsElsewhereProps) {
  if (isError) return <ErrorState text="Couldn't load the blind spots." onRetry={onRetry} />;
  if (!found) return null;
  const elsewhere = found.cells.flatMap(({ modality, notes }) =>
    notes.flatMap((note) => (note.kind === "papers-no-tool" ? [{ modality, note }] : [])),
  );
  if (elsewhere.length === 0) return null;
  return (
    <ul aria-label="Blind spots without a tool" className="mb-3 flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {elsewhere.map(({ modality, note }) => (
        <li key={modality} className="flex items-center gap-2">
          <ModalityBadge modality={modality} />
          <Link to="/arxiv" className="text-accent-ink underline max-md:py-3">
            {describeBlindSpot(note)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
