import { Plus, SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { CountLine } from "#client/features/page-view/count-line.tsx";
import { Button } from "#client/ui/button.tsx";
import { EmptyState } from "#client/ui/feedback/empty-state.tsx";
import { ErrorState } from "#client/ui/feedback/error-state.tsx";
import type { FollowedView } from "#shared/follows.ts";

import type { Library } from "./use-library.ts";

/** The sentences of a section, which the specification quotes. */
export interface LibraryTexts {
  /** Such as "tools". */
  nouns: string;
  failed: { title: string; text: string };
  /** The filter leaves nothing. */
  noMatch: { title: string; text: string };
  /** There is nothing yet, and how the first one is added. */
  empty: { title: string; text: string; add: string };
}

interface LibraryPageProps<Item> {
  texts: LibraryTexts;
  library: Library<Item>;
  /** What the filter leaves. */
  shown: readonly Item[];
  hasFilter: boolean;
  onClear: () => void;
  onAdd: () => void;
  header: ReactNode;
  /** The search box and the filters. */
  controls: ReactNode;
  /** What is shown, for those who want to have it in a feed reader; null where no feed can be of it. */
  followed: FollowedView | null;
  /** A control at the end of the line that counts. */
  countEnd?: ReactNode;
  /** Holds the place of the list while it is on its way. */
  skeleton: ReactNode;
  emptyIcon: ReactNode;
  /** Another way to begin than adding the first one. */
  emptyAction?: ReactNode;
  dialogs: ReactNode;
  /** The list. */
  children: ReactNode;
}

/** The page of a library: loading, failed, empty, or the list, below the same head. */
export function LibraryPage<Item>(props: LibraryPageProps<Item>) {
  const { texts, library, shown, hasFilter, onClear } = props;
  const { items, isPending, isError, isKnown, retry } = library;
  return (
    <div className="flex flex-col gap-4">
      {props.header}
      {props.controls}
      <CountLine
        text={isKnown && `Showing ${shown.length} of ${items.length} ${texts.nouns}`}
        hasFilter={hasFilter}
        onClear={onClear}
      >
        <div className="ml-auto flex items-center gap-1">
          {props.followed && <FollowButton view={props.followed} isShort={props.countEnd !== undefined} />}
          {props.countEnd}
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
