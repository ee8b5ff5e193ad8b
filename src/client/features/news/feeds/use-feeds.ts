import { useEffect, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { type FeedsAdded, type ReportedFeed, MAX_FEEDS_AT_ONCE } from "#shared/news/feeds.ts";
import { type OpmlFeed, type OpmlList, unreadableWords } from "#shared/news/opml.ts";

export type FindHealth = ReturnType<typeof useFeeds>["findHealth"];

/** Returns the team's feeds with the results of their last fetch. Refetches each time the list opens. */
export function useFeeds() {
  const feeds = trpc.feeds.list.useQuery(undefined, { refetchOnMount: "always" });
  const { data } = trpc.sources.health.useQuery(undefined, { refetchOnMount: "always" });
  const health = new Map(data?.map((source) => [source.source, source]));
  return { feeds, findHealth: (url: string) => health.get(url) };
}

export function useAddFeed() {
  const toast = useToast();
  const { feeds } = trpc.useUtils();
  return trpc.feeds.add.useMutation({
    onSuccess: ({ title, reading }) => {
      toast.success("Feed added", reading?.entries === 0 ? `${title}. It has no entries yet.` : title);
      return feeds.list.invalidate();
    },
  });
}

export function useRemoveFeed() {
  const { feeds } = trpc.useUtils();
  return trpc.feeds.remove.useMutation(
    useChange({
      done: () => ({ title: "Feed removed", text: "Its articles stay." }),
      failed: { title: "Error", text: "Failed to remove feed" },
      onDone: (_, { id }) => feeds.list.setData(undefined, (list) => list?.filter((feed) => feed.id !== id)),
      refresh: () => feeds.list.invalidate(),
    }),
  );
}

export function useRestoreFeeds() {
  const { feeds } = trpc.useUtils();
  return trpc.feeds.restoreStarter.useMutation(
    useChange({
      done: (result) => ({ title: "Bundled feeds restored", text: formatResult(result) }),
      failed: { title: "Error", text: "Failed to restore feeds" },
      refresh: () => feeds.list.invalidate(),
    }),
  );
}

function formatResult({ added, known, rejected }: FeedsAdded): string {
  const parts = [
    added === 1 ? "1 feed added" : `${added} feeds added`,
    known > 0 && `${known} already in the list`,
    rejected > 0 && `${rejected} unreadable`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

interface RunState {
  status: "idle" | "running" | "halted" | "done";
  list: readonly OpmlFeed[];
  /** Results of the feeds sent so far. */
  report: readonly ReportedFeed[];
  /** Sentence about unreadable parts of the file; empty if there are none. */
  unreadable: string;
  /** Error that stopped the run. */
  error: string;
}

const IDLE: RunState = { status: "idle", list: [], report: [], unreadable: "", error: "" };

/**
 * Truncates the entries so that a batch fits one call. Longer titles are useless, and the server refuses longer URLs.
 */
const truncateEntry = ({ title, url }: OpmlFeed): OpmlFeed => ({
  title: title.slice(0, 300),
  url: url.slice(0, 2500),
});

/** Manages an import of feeds in batches. It stops at a failed batch until the user tries again. */
export function useFeedImport() {
  const { feeds } = trpc.useUtils();
  const { mutateAsync: addMany } = trpc.feeds.addMany.useMutation();
  const [run, setRun] = useState(IDLE);
  const isStopped = useRef(false);

  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  async function continueRun(list: readonly OpmlFeed[], sent: readonly ReportedFeed[]) {
    isStopped.current = false;
    let report = sent;
    setRun((now) => ({ ...now, status: "running", list, report, error: "" }));
    try {
      while (report.length < list.length && !isStopped.current) {
        const batch = list.slice(report.length, report.length + MAX_FEEDS_AT_ONCE);
        const reply = await addMany({ feeds: batch.map(truncateEntry) });
        report = report.concat(reply.feeds);
        setRun((now) => ({ ...now, status: "running", list, report, error: "" }));
      }
      setRun((now) => ({ ...now, status: "done", list, report, error: "" }));
    } catch (cause) {
      const error = messageOf(cause, "Something went wrong on the server. Try again.");
      setRun((now) => ({ ...now, status: "halted", list, report, error }));
    }
    await feeds.list.invalidate();
  }

  return {
    ...run,
    start: ({ feeds: list, unreadable }: OpmlList) => {
      setRun({ ...IDLE, unreadable: unreadable.length === 0 ? "" : unreadableWords(unreadable) });
      void continueRun(list, []);
    },
    retry: () => void continueRun(run.list, run.report),
    /** Ends the run after the current batch. */
    stop: () => {
      isStopped.current = true;
    },
  };
}

export type FeedImport = ReturnType<typeof useFeedImport>;
