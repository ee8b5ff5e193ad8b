import { useEffect, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { MAX_FEEDS_AT_ONCE, type ReportedFeed } from "#shared/news/feeds.ts";
import { type OpmlFeed, type OpmlList, unreadableWords } from "#shared/news/opml.ts";

interface RunState {
  status: "idle" | "running" | "halted" | "done";
  list: readonly OpmlFeed[];
  /** What became of those that were sent. */
  report: readonly ReportedFeed[];
  /** What couldn't be read in the file, in a sentence; empty if nothing. */
  unreadable: string;
  /** Why the run halted. */
  error: string;
}

const IDLE: RunState = { status: "idle", list: [], report: [], unreadable: "", error: "" };

/** Nobody reads longer titles and the server takes no longer addresses, but a portion has to fit into one call. */
const cut = ({ title, url }: OpmlFeed): OpmlFeed => ({ title: title.slice(0, 300), url: url.slice(0, 2500) });

/** Sends a list of feeds in portions. A portion that fails halts it, until somebody tries again. */
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

  async function goOn(list: readonly OpmlFeed[], sent: readonly ReportedFeed[]) {
    isStopped.current = false;
    let report = sent;
    setRun((now) => ({ ...now, status: "running", list, report, error: "" }));
    try {
      while (report.length < list.length && !isStopped.current) {
        const portion = list.slice(report.length, report.length + MAX_FEEDS_AT_ONCE);
        const reply = await addMany({ feeds: portion.map(cut) });
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
      void goOn(list, []);
    },
    retry: () => void goOn(run.list, run.report),
    /** Ends the run after the portion that is on its way. */
    stop: () => {
      isStopped.current = true;
    },
  };
}

export type FeedImport = ReturnType<typeof useFeedImport>;
