import type { JobName, JobRun, JobTrigger } from "#shared/jobs.ts";

interface JobWords {
  button: string;
  /** Title and text of the toasts. */
  started: [string, string];
  failed: [string, string];
}

export const JOB_WORDS: Record<JobName, JobWords> = {
  "papers.fetch": {
    button: "Fetch papers now",
    started: ["Fetching Papers Started", "New papers appear in the Research Stack as they come in."],
    failed: ["Update Failed", "Failed to start fetching papers"],
  },
  "news.fetch": {
    button: "Fetch news now",
    started: ["News Update Started", "New articles appear in the News Stack as they come in."],
    failed: ["Update Failed", "Failed to trigger news update"],
  },
  "release-notes.fetch": {
    button: "Update All Release Notes",
    started: ["Release Notes Update Started", "This may take several minutes to complete."],
    failed: ["Update Failed", "Failed to start release notes update"],
  },
  backup: {
    button: "Back up now",
    started: ["Backup Started", "The copy is in the server's backup folder when the run has succeeded."],
    failed: ["Backup Failed", "Failed to start the backup"],
  },
};

export const TRIGGER_WORDS: Record<JobTrigger, string> = {
  schedule: "on schedule",
  "catch-up": "made up for a missed run",
  "first-start": "at the first start",
  retry: "tried again",
  person: "by hand",
  command: "by command",
};

const BYTE_UNITS = ["B", "KB", "MB", "GB", "TB"];

function sizeOf(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  return `${Number((bytes / 1000 ** step).toFixed(1))} ${BYTE_UNITS[step] ?? ""}`;
}

/** "500 read, 12 added" */
export const countsInWords = (counts: JobRun["counts"]): string =>
  Object.entries(counts)
    .map(([name, count]) => (name === "bytes" ? sizeOf(count) : `${count.toLocaleString("en-US")} ${name}`))
    .join(", ");
