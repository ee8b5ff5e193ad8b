import { useDeferredValue, useEffect, useEffectEvent, useMemo } from "react";

import { CountLine } from "#client/features/page-view/count-line.tsx";
import { ReadingDialogs } from "#client/features/readings/dialogs/reading-dialogs.tsx";
import { ErrorState } from "#client/ui/error-state.tsx";
import { useToast } from "#client/ui/toast.tsx";
import { matchesReadingFilter } from "#shared/readings.ts";

import { NoReadings } from "./no-readings.tsx";
import { ReadingControls } from "./reading-controls.tsx";
import { ReadingList } from "./reading-list.tsx";
import { ReadingSkeletons } from "./reading-skeletons.tsx";
import { ReadingsHeader } from "./readings-header.tsx";
import { isFiltered, NO_FILTER } from "./readings-view-url.ts";
import { useReadingsView } from "./use-readings-view.ts";
import { useReadings } from "./use-readings.ts";

/** ChapterLoop: the team's reading list, and what people say about what they read. */
export function ReadingsPage() {
  const { view, actions } = useReadingsView();
  const { readings, isPending, isError, retry } = useReadings();
  const { topic } = view.filter;
  const search = useDeferredValue(view.filter.search);
  const shown = useMemo(
    () => readings.filter((reading) => matchesReadingFilter(reading, { search, topic })),
    [readings, search, topic],
  );
  const hasFilter = isFiltered(view.filter);
  const isKnown = !isPending && !isError;
  const toast = useToast();

  const checkLink = useEffectEvent(() => {
    const openIds = view.openIds.filter((openId) => readings.some(({ id }) => id === openId));
    if (openIds.length === view.openIds.length) return;
    toast.failure("Reading Not Found", "It may have been deleted since this link was created.");
    actions.showOpen(openIds);
  });
  useEffect(() => {
    if (isKnown) checkLink();
  }, [isKnown]);

  return (
    <div className="flex flex-col gap-4">
      <ReadingsHeader onOpen={actions.open} />
      <ReadingControls
        readings={readings}
        filter={view.filter}
        onSearch={actions.search}
        onFilter={actions.filter}
      />
      <CountLine
        text={isKnown && `Showing ${shown.length} of ${readings.length} readings`}
        hasFilter={hasFilter}
        onClear={() => actions.filter(NO_FILTER)}
      />
      {isPending && <ReadingSkeletons />}
      {isError && (
        <ErrorState
          title="Error Loading Readings"
          text="Failed to load readings. Please try again later."
          onRetry={retry}
        />
      )}
      {isKnown && shown.length === 0 && (
        <NoReadings
          isFiltered={hasFilter}
          onClear={() => actions.filter(NO_FILTER)}
          onAdd={() => actions.open("add")}
        />
      )}
      {isKnown && shown.length > 0 && <ReadingList readings={shown} view={view} actions={actions} />}
      <ReadingDialogs view={view} actions={actions} readings={isKnown ? readings : null} />
    </div>
  );
}
