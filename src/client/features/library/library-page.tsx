import { Plus, SearchX } from "lucide-react";
import type { ReactNode } from "react";

import {
  type ListControlsProps,
  type MoreMenuProps,
  CountLine,
  ListControls,
  MoreMenu,
} from "#client/features/page-view/list-controls.tsx";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import type { FollowedView } from "#shared/follows.ts";

import type { Library } from "./use-library.ts";

/** Texts of a section, quoted by the specification. */
export interface LibraryTexts {
  /** Plural noun, such as "tools". */
  nouns: string;
  failed: { title: string; text: string };
  /** Text if no items match the filter. */
  noMatch: { title: string; text: string };
  /** Text of an empty section, with the label for adding the first item. */
  empty: { title: string; text: string; add: string };
}

interface LibraryPageProps<Item, Filter extends { search: string }> {
  texts: LibraryTexts;
  library: Library<Item>;
  /** Items that match the filter. */
  shown: readonly Item[];
  hasFilter: boolean;
  onClear: () => void;
  onAdd: () => void;
  header: ReactNode;
  /** Search box and filters. */
  controls: Omit<ListControlsProps<Filter>, "nouns" | "count" | "onClear" | "followed">;
  /** Current view as a feed; null if feeds don't support it. */
  followed: FollowedView | null;
  /** Control on the line with the count, at any width. */
  watch?: ReactNode;
  /** Control at the end of the line with the count, from 768 px on. */
  countEnd?: ReactNode;
  /** Actions in the menu of the line with the count, from 768 px on. */
  more: MoreMenuProps["groups"];
  /** Placeholder while the list loads. */
  skeleton: ReactNode;
  emptyIcon: ReactNode;
  /** Alternative to adding the first item. */
  emptyAction?: ReactNode;
  dialogs: ReactNode;
  children: ReactNode;
}

/** Library page: a header, and either a loading, error or empty state or the list. */
export function LibraryPage<Item, Filter extends { search: string }>(props: LibraryPageProps<Item, Filter>) {
  const { texts, library, shown, hasFilter, onClear } = props;
  const { items, isPending, isError, isKnown, retry } = library;
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      {props.header}
      <ListControls
        {...props.controls}
        nouns={texts.nouns}
        count={isKnown ? shown.length : null}
        followed={props.followed}
        onClear={onClear}
      />
      <CountLine
        text={isKnown && `Showing ${shown.length} of ${items.length} ${texts.nouns}`}
        // If nothing matches, the empty state contains the button that clears the filter.
        hasFilter={hasFilter && shown.length > 0}
        onClear={onClear}
      >
        <div className={classNames("ml-auto flex items-center gap-1", !props.watch && "max-md:hidden")}>
          {props.watch}
          <div className="flex items-center gap-2 max-md:hidden">
            {props.countEnd}
            <MoreMenu groups={props.more} followed={props.followed} />
          </div>
        </div>
      </CountLine>
      {isPending && props.skeleton}
      {isError && <ErrorState title={texts.failed.title} text={texts.failed.text} onRetry={retry} />}
      {isKnown && shown.length === 0 && hasFilter && (
        <EmptyState
          title={texts.noMatch.title}
          text={texts.noMatch.text}
          icon={<SearchX />}
          action={<Button onClick={onClear}>Clear Filters</Button>}
        />
      )}
      {isKnown && shown.length === 0 && !hasFilter && (
        <EmptyState
          title={texts.empty.title}
          text={texts.empty.text}
          icon={props.emptyIcon}
          action={
            <>
              {props.emptyAction}
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={props.onAdd}>
                {texts.empty.add}
              </Button>
            </>
          }
        />
      )}
      {isKnown && shown.length > 0 && props.children}
      {props.dialogs}
    </div>
  );
}
