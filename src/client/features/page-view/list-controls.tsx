import { Ellipsis, Rss, SlidersHorizontal } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";

import { FollowDialog } from "#client/features/follows/follow-button.tsx";
import { IconButton, Button } from "#client/ui/button.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { MenuProps } from "#client/ui/menu/menu-list.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { useIsMobile } from "#client/ui/use-media-query.ts";
import type { FollowedView } from "#shared/follows.ts";

const FilterSheet = lazyComponent(async () => (await import("./filter-sheet.tsx")).FilterSheet);

// Errors are ignored here. They are reported when the sheet opens.
const preloadSheet = () => void FilterSheet.preload().catch(() => {});

export interface ListControlsProps<Filter extends { search: string }> {
  search: Omit<ComponentProps<typeof SearchBox>, "value">;
  filter: Filter;
  noFilter: Filter;
  /** Filters beside the search box. On phones, they are in a sheet. */
  filters: ReactNode;
  /** Further filters for the sheet. On wide screens, the page shows them elsewhere. */
  sheetFilters?: ReactNode;
  /** Actions of the menu on phones. On wide screens, the page shows some of them elsewhere. */
  menu: MenuProps["groups"];
  /** Layout from 768 px on. */
  className: string;
  /** Plural noun of the items. */
  nouns: string;
  /** Number of matching items; null while unknown. */
  count: number | string | null;
  /** Current view as a feed; null if feeds don't support it. */
  followed: FollowedView | null;
  onClear: () => void;
}

/** Shows `data-count` in a circle as generated content. A text element would become part of the button's name. */
const BADGE =
  "relative after:absolute after:-top-1.5 after:-right-1.5 after:size-5 after:rounded-full after:bg-accent after:text-xs/5 after:text-on-accent after:content-[attr(data-count)]";

/** Search box and filters of a list. On phones: one row with search, a sheet of filters, and a menu. */
export function ListControls<Filter extends { search: string }>(props: ListControlsProps<Filter>) {
  const { search, filter, filters, className } = props;
  const isMobile = useIsMobile();
  return (
    <div className={isMobile ? "flex gap-2 print:hidden" : `print:hidden ${className}`}>
      <SearchBox {...search} value={filter.search} className={isMobile ? "flex-1" : search.className} />
      {isMobile ? <PhoneButtons {...props} /> : filters}
    </div>
  );
}

function PhoneButtons<Filter extends { search: string }>(props: ListControlsProps<Filter>) {
  const { filter, noFilter, filters, sheetFilters, menu, nouns, count, followed, onClear } = props;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const active = countActive(filter, noFilter);
  const noun = count === 1 || count === "1" ? nouns.replace(/s$/u, "") : nouns;
  return (
    <>
      <IconButton
        label={active === 0 ? "Filters" : `Filters (${active})`}
        variant="secondary"
        aria-haspopup="dialog"
        data-count={active}
        className={active === 0 ? "" : BADGE}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
        onClick={() => setSheetOpen(true)}
      >
        <SlidersHorizontal aria-hidden />
      </IconButton>
      <MoreMenu groups={menu} followed={followed} />
      {isSheetOpen && (
        <FilterSheet
          showLabel={count === null ? `Show ${nouns}` : `Show ${count} ${noun}`}
          hasFilter={active > 0}
          onClear={onClear}
          onClose={() => setSheetOpen(false)}
        >
          {filters}
          {sheetFilters}
        </FilterSheet>
      )}
    </>
  );
}

export interface MoreMenuProps {
  groups: MenuProps["groups"];
  /** Current view as a feed; null if feeds don't support it. */
  followed: FollowedView | null;
}

/** Menu with a list's rare actions. The last one creates a feed of the current view. */
export function MoreMenu({ groups, followed }: MoreMenuProps) {
  const [isFollowing, setFollowing] = useState(false);
  const feed = { label: "RSS feed", icon: <Rss aria-hidden />, onSelect: () => setFollowing(true) };
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More" variant="secondary">
            <Ellipsis aria-hidden />
          </IconButton>
        }
        groups={[...groups, followed ? [feed] : []].filter((entries) => entries.length > 0)}
      />
      {isFollowing && followed && <FollowDialog view={followed} onClose={() => setFollowing(false)} />}
    </>
  );
}

/** Returns the number of active filters, without the search. */
function countActive<Filter extends { search: string }>(filter: Filter, noFilter: Filter): number {
  const defaults = new Map<string, unknown>(Object.entries(noFilter));
  return Object.entries({ ...noFilter, ...filter, search: noFilter.search }).filter(
    ([name, value]) => value !== defaults.get(name),
  ).length;
}

interface CountLineProps {
  /** Text about the number of shown items. False or null while it is unknown. */
  text: string | false | null;
  hasFilter: boolean;
  onClear: () => void;
  /** Control at the end of the line. */
  children?: ReactNode;
}

/** Line above a list: the number of shown items, and a button that clears the filter. */
export function CountLine({ text, hasFilter, onClear, children }: CountLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:min-h-9">
      <output className="text-ink-muted tabular-nums">
        {/* Placeholder of the usual width, so that nothing beside it moves when the number is known. */}
        {text || <span className="inline-block w-44" />}
      </output>
      {hasFilter && (
        // On phones, a tall button may extend beyond the line, so that the list stays in place.
        <Button variant="ghost" size="small" className="max-md:-my-3 max-md:ml-auto" onClick={onClear}>
          Clear Filters
        </Button>
      )}
      {children}
    </div>
  );
}
