import { Microscope, SearchX } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import { trpc } from "#client/api/trpc.ts";
import { JobControl } from "#client/features/jobs/job-control.tsx";
import { useJobs } from "#client/features/jobs/use-jobs.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { Button } from "#client/ui/button.tsx";
import { EmptyState } from "#client/ui/feedback/states.tsx";

import { isFiltered, NO_FILTER, type PapersFilter } from "./papers-view-url.ts";

const RECOMMENDS_LATER = "Recommendations appear here a few seconds after you star papers.";
const NONE_OF = {
  new: ["Nothing New", "No new papers since your last visit."],
  starred: ["No Starred Papers", "Papers you star appear here. Only you can see your stars."],
  hidden: ["No Hidden Papers", "Papers you hide appear here. Everyone else can still see them."],
  forYou: ["No Recommendations Yet", RECOMMENDS_LATER],
  forTeam: ["No Recommendations Yet", RECOMMENDS_LATER],
} as const;

interface NoPapersProps {
  filter: PapersFilter;
  /** Advice if nothing can be recommended. */
  note: string | null;
  /** True if there are no papers at all, regardless of the filter. */
  isEmpty: boolean;
  onClear: () => void;
}

/** Message for an empty list, with a next step. */
export function NoPapers({ filter, note, isEmpty, onClear }: NoPapersProps) {
  const isAdmin = useCurrentUser()?.role === "admin";
  if (isEmpty && filter.show !== "hidden") {
    return (
      <EmptyState
        icon={<Microscope />}
        title="No Papers Available"
        text="arXiv papers will appear here once the automated system fetches them. Check back later or contact an administrator to trigger a manual update."
        action={isAdmin && <FetchPapers />}
      />
    );
  }
  const isOnlyShow = !isFiltered({ ...filter, show: NO_FILTER.show });
  const [title, text] =
    isOnlyShow && filter.show !== "all"
      ? NONE_OF[filter.show]
      : ["No Papers Found", "No papers match your current filters. Try adjusting your search criteria."];
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      text={isOnlyShow ? (note ?? text) : text}
      action={<Button onClick={onClear}>{isOnlyShow ? "Show All Papers" : "Clear Filters"}</Button>}
    />
  );
}

/** Admin button that fetches papers, shows the progress and then the papers. */
function FetchPapers() {
  const job = useJobs().jobs?.find(({ name }) => name === "papers.fetch");
  const { papers } = trpc.useUtils();
  const lastRun = job?.runs[0];
  const doneRunId = lastRun?.state === "succeeded" ? lastRun.id : null;
  const showPapers = useEffectEvent(() => void papers.invalidate());
  useEffect(() => {
    if (doneRunId !== null) showPapers();
  }, [doneRunId]);
  return job && <JobControl job={job} />;
}
