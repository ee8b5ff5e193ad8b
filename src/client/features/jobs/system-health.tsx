import { RelativeTime } from "#client/ui/relative-time.tsx";
import type { JobOverview } from "#shared/jobs.ts";
import type { StorageProblem } from "#shared/workspace.ts";

import { useServerHealth } from "./use-jobs.ts";

/** How the server is: whether its database is whole, and whether anything keeps people waiting. */
export function SystemHealth({ jobs }: { jobs: JobOverview[] }) {
  const { data } = useServerHealth();
  return (
    <section className="mt-6">
      <h4 className="font-medium text-ink">System</h4>
      <DatabaseLine jobs={jobs} />
      {data?.storageProblems.map((problem) => (
        <p key={problem} role="alert" className="text-danger-ink">
          {STORAGE_WORDS[problem]}
        </p>
      ))}
      {data && (
        <p className="text-ink-muted">
          Longest wait for the server&apos;s own work in the last hour: {Math.round(data.eventLoop.longestMs)}{" "}
          ms
        </p>
      )}
    </section>
  );
}

const STORAGE_WORDS: Record<StorageProblem, string> = {
  "database damaged":
    "Part of the database is damaged. Check the database; if that fails, restore the backup that it names.",
  "database not responding": "The database isn't responding. The server's log has the reason.",
  "storage low":
    "Server storage is almost full: less than 64 MB are free. Uploads and fetching are paused until there's more.",
};

function DatabaseLine({ jobs }: { jobs: JobOverview[] }) {
  const runs = jobs.find(({ name }) => name === "check")?.runs ?? [];
  const last = runs.find(({ state }) => state === "succeeded" || state === "failed");
  if (!last) return <p className="text-ink-muted">The database hasn&apos;t been checked yet.</p>;
  const time = <RelativeTime iso={last.finishedAt ?? last.startedAt} />;
  if (last.state === "succeeded") return <p className="text-ink-muted">Database checked {time}: intact</p>;
  return (
    <p role="alert" className="wrap-anywhere text-danger-ink">
      Database check failed {time}: {last.error}
    </p>
  );
}
