import { useCallback } from "react";

import { messageOf, logFailure } from "#client/api/errors.ts";
import { listsBeside } from "#client/api/query-client.ts";
import { getQueryKey, trpc } from "#client/api/trpc.ts";
import { useLiveChanges } from "#client/features/live/use-live-changes.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { EXTRACT_SOURCE } from "#shared/papers/paper-words.ts";
import type { Paper, PaperQuery } from "#shared/papers/papers.ts";

type Changes = Partial<Pick<Paper, "isStarred" | "isHidden" | "pplxSummary" | "summarySource">>;
export type ChangePaper = (paper: Paper, changes: Changes) => void;

/** Updates a paper in the shown list. Lists under other filters are refetched when they are next shown. */
export function useChangePaper(input: PaperQuery): ChangePaper {
  const { papers } = trpc.useUtils();
  return useCallback(
    ({ id, isHidden: wasHidden }, changes) => {
      const isHidden = changes.isHidden ?? wasHidden;
      const shift = Number(wasHidden) - Number(isHidden);
      papers.get.setData({ id }, (paper) => paper && { ...paper, ...changes });
      papers.list.setInfiniteData(
        input,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map(({ items, counts, ...page }) => ({
              ...page,
              counts: counts && {
                ...counts,
                total: counts.total + shift,
                matching: counts.matching + shift * weightIn(input.show),
              },
              // Pages without the paper remain the same arrays, so that they are not rendered again.
              items: items.some((paper) => paper.id === id)
                ? items.map((paper) => (paper.id === id ? { ...paper, ...changes } : paper))
                : items,
            })),
          },
      );
      void papers.list.invalidate(undefined, { refetchType: "none" });
    },
    [papers, input],
  );
}

/** Returns the change in a list's count when a paper is unhidden. The list of starred papers includes hidden ones. */
function weightIn(show: PaperQuery["show"]): number {
  if (show === "starred") return 0;
  return show === "hidden" ? -1 : 1;
}

export type SetPaperFlags = (paper: Paper, mark: { isStarred: boolean } | { isHidden: boolean }) => void;

/** Sets a paper's starred or hidden flag at once. Undoes it if the server refuses. */
export function useSetPaperFlags(input: PaperQuery, change: ChangePaper): SetPaperFlags {
  const toast = useToast();
  const { papers } = trpc.useUtils();
  const { mutateAsync } = trpc.papers.mark.useMutation();
  return useCallback(
    (paper, mark) => {
      change(paper, mark);
      mutateAsync({ id: paper.id, ...mark }).then(
        () =>
          void papers.list.invalidate(
            undefined,
            listsBeside(getQueryKey(trpc.papers.list, input, "infinite")),
          ),
        (error: unknown) => {
          const { isStarred, isHidden } = paper;
          change({ ...paper, ...mark }, { isStarred, isHidden });
          toast.failure("Error", messageOf(error, "Failed to mark paper"));
        },
      );
    },
    [papers, input, change, mutateAsync, toast],
  );
}

/** Adds summaries requested by other people to the papers in the list. */
export function useSummariesOfOthers(input: PaperQuery, change: ChangePaper): void {
  const { papers } = trpc.useUtils();
  async function show(paper: Paper) {
    try {
      const { pplxSummary, summarySource } = await papers.get.fetch({ id: paper.id }, { staleTime: 0 });
      change(paper, { pplxSummary, summarySource });
    } catch (error) {
      logFailure("Couldn't load a summary by someone else", error);
    }
  }
  useLiveChanges(({ changes }) => {
    const edited = new Set(changes.flatMap(({ kind, itemId }) => (kind === "paper" ? itemId : [])));
    const listed = papers.list.getInfiniteData(input)?.pages.flatMap(({ items }) => items) ?? [];
    for (const paper of listed) if (edited.has(paper.id) && paper.pplxSummary === null) void show(paper);
  });
}

/** Generates a paper's summary for everyone. */
export function useSummarize(paper: Paper, change: ChangePaper) {
  const toast = useToast();
  return trpc.papers.summarize.useMutation({
    onSuccess: ({ summary, source }) => {
      change(paper, { pplxSummary: summary, summarySource: source });
      // No AI wrote an extract.
      const title = source === EXTRACT_SOURCE ? "Summary Generated!" : "AI Summary Generated!";
      toast.success(title, "The summary has been generated and saved for all users.");
    },
    onError: (error) =>
      toast.failure(
        "Summary Generation Failed",
        messageOf(error, "There was an error generating the AI summary. Please try again."),
      ),
  });
}
