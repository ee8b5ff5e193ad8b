import type { JobName, RunOutcome } from "#shared/operations/jobs.ts";

import { describeCounts } from "./job-words.ts";

export interface OutcomeToast {
  tone: "success" | "info" | "failure";
  title: string;
  text: string;
  /** Link to details, for users with access. */
  link?: { to: string; label: string } | undefined;
}

/** Page with job runs, for admins. */
const RUNS_LINK = { to: "/admin/jobs", label: "See Details" };
/** Page with the results of sources, failures first, for admins. */
export const SOURCES_LINK = { to: "/admin/jobs#sources", label: "See Details" };

/** Names of maintenance jobs. */
const MAINTENANCE_JOBS = {
  backup: "Backup",
  check: "Check",
  cleanup: "Cleanup",
  "links.find": "Name Scan",
  "verdicts.remind": "Reminders",
  "release.check": "Release Check",
} as const;

const isMaintenance = (job: JobName): job is keyof typeof MAINTENANCE_JOBS => job in MAINTENANCE_JOBS;

/** Nouns for the results of all other jobs. */
export const RESULT_NOUNS: Record<
  Exclude<JobName, keyof typeof MAINTENANCE_JOBS>,
  { title: string; one: string; many: string }
> = {
  "papers.fetch": { title: "Papers Updated", one: "paper", many: "papers" },
  "news.fetch": { title: "News Updated", one: "article", many: "articles" },
  "release-notes.fetch": { title: "Release Notes Updated", one: "release note", many: "release notes" },
};

/** Returns the toast about a finished run for the user who started it. */
export function outcomeToast(outcome: RunOutcome, isAdmin: boolean): OutcomeToast {
  const { job, state, counts, failedSources, error } = outcome;
  const isFailure = state === "failed" || (failedSources > 0 && counts["answered"] === 0);
  const noun = isMaintenance(job) ? MAINTENANCE_JOBS[job] : "Update";
  if (isFailure) {
    const reason = error ?? (failedSources > 0 ? allFailed(failedSources) : "The update didn't finish.");
    return withDetailsLink(isAdmin, failedSources > 0 ? SOURCES_LINK : RUNS_LINK, {
      tone: "failure",
      title: `${noun} Failed`,
      text: endSentence(reason),
    });
  }
  if (state === "interrupted") {
    return {
      tone: "info",
      title: `${noun} Interrupted`,
      text: "The server stopped before this was done. Please start it again.",
    };
  }
  if (job === "cleanup") {
    const deleted = describeCounts(counts);
    const text = deleted === "" ? "There was nothing to delete." : `${deleted} deleted.`;
    return { tone: "success", title: "Cleanup Complete", text };
  }
  if (job === "links.find") {
    const links = counts["new links"] ?? 0;
    const found = links === 1 ? "1 new link." : `${links.toLocaleString("en-US")} new links.`;
    return {
      tone: "success",
      title: "Name Scan Complete",
      text: links === 0 ? "No new links found." : found,
    };
  }
  if (job === "verdicts.remind") {
    const checked = counts["asked"] ?? 0;
    const verdicts = checked === 1 ? "1 verdict is" : `${checked.toLocaleString("en-US")} verdicts are`;
    const text = checked === 0 ? "No other verdict has become due." : `${verdicts} due for review.`;
    return { tone: "success", title: "Reminders Complete", text };
  }
  if (job === "release.check")
    return {
      tone: "success",
      title: "Release Check Complete",
      text: "The System tab shows the newest release.",
    };
  if (job === "check") return { tone: "success", title: "Check Complete", text: "The database is intact." };
  if (job === "backup")
    return { tone: "success", title: "Backup Complete", text: "The copy is in the backup folder." };
  return resultToast(
    RESULT_NOUNS[job],
    { added: counts["added"] ?? 0, failedSources, tools: counts["tools"] },
    isAdmin,
  );
}

interface JobResult {
  added: number;
  failedSources: number;
  /** Number of checked tools, if the run was about tools. */
  tools?: number | undefined;
}

/** Returns the toast about a run's results and failed sources. */
export function resultToast(
  { title, one, many }: { title: string; one: string; many: string },
  { added, failedSources, tools }: JobResult,
  isAdmin: boolean,
): OutcomeToast {
  if (tools === 0)
    return { tone: "info", title: "Nothing New", text: "There are no tools in the AI Stack yet." };
  const found = added === 0 ? `No new ${many} found.` : `${added} new ${added === 1 ? one : many}.`;
  const toast: OutcomeToast = {
    tone: added > 0 ? "success" : "info",
    title: added > 0 ? title : "Nothing New",
    text: found,
  };
  if (failedSources === 0) return toast;
  return withDetailsLink(isAdmin, SOURCES_LINK, {
    ...toast,
    text: `${found} ${describeSources(failedSources)} failed.`,
  });
}

/** Adds a link to the details for admins. Other users are referred to an admin. */
const withDetailsLink = (isAdmin: boolean, link: OutcomeToast["link"], toast: OutcomeToast): OutcomeToast =>
  isAdmin ? { ...toast, link } : { ...toast, text: `${toast.text} An admin can see details under Jobs.` };

const describeSources = (count: number): string => (count === 1 ? "1 source" : `${count} sources`);

const allFailed = (count: number): string =>
  count === 1 ? "The only source failed." : `All ${count} sources failed.`;

const endSentence = (sentence: string): string => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`);
