import { formatSize } from "#client/format/sizes.ts";
import type { JobName, JobRun, JobTrigger } from "#shared/operations/jobs.ts";

interface JobWords {
  button: string;
  /** Title and text of the toast. */
  started: [string, string];
  failed: [string, string];
}

export const JOB_WORDS: Record<JobName, JobWords> = {
  "papers.fetch": {
    button: "Fetch Papers Now",
    started: ["Paper Fetch Started", "New papers will appear in the Research Stack as they arrive."],
    failed: ["Update Failed", "Failed to start fetching papers"],
  },
  "news.fetch": {
    button: "Fetch News Now",
    started: ["News Update Started", "New articles will appear in the News Stack as they arrive."],
    failed: ["Update Failed", "Failed to trigger news update"],
  },
  "release-notes.fetch": {
    button: "Update All Release Notes",
    started: ["Release Notes Update Started", "This may take several minutes to complete."],
    failed: ["Update Failed", "Failed to start release notes update"],
  },
  backup: {
    button: "Back Up Now",
    started: ["Backup Started", "When it's done, you'll find the copy in the server's backup folder."],
    failed: ["Backup Failed", "Failed to start the backup"],
  },
  check: {
    button: "Check Now",
    started: ["Check Started", "The whole database is being read. This may take several minutes."],
    failed: ["Check Failed", "Failed to start the check"],
  },
  cleanup: {
    button: "Clean Up Now",
    started: ["Cleanup Started", "Removing old data."],
    failed: ["Cleanup Failed", "Failed to start the cleanup"],
  },
  "links.find": {
    button: "Scan for Names Now",
    started: ["Name Scan Started", "Scanning content for tool mentions."],
    failed: ["Name Scan Failed", "Failed to start the name scan"],
  },
  "release.check": {
    button: "Check Now",
    started: ["Check Started", "Looking for a newer StackLoop release."],
    failed: ["Check Failed", "Failed to start the check"],
  },
  "verdicts.remind": {
    button: "Remind Now",
    started: ["Reminders Started", "Looking for verdicts that are due for review."],
    failed: ["Reminders Failed", "Failed to start the reminders"],
  },
};

export const TRIGGER_WORDS: Record<JobTrigger, string> = {
  schedule: "scheduled",
  "catch-up": "catching up on a missed run",
  "first-start": "on first start",
  "unclean-end": "after an unclean shutdown",
  retry: "retried",
  person: "started manually",
  command: "from the command line",
};

/** "500 read, 12 added" */
export const describeCounts = (counts: JobRun["counts"]): string =>
  Object.entries(counts)
    .map(([name, count]) =>
      name === "bytes" ? formatSize(count) : `${count.toLocaleString("en-US")} ${name}`,
    )
    .join(", ");
