import { ArrowLeft } from "lucide-react";
import { useMemo, type ReactNode } from "react";

import { UpdateLine } from "#client/features/jobs/update-line.tsx";
import { AddButton } from "#client/features/library/library-header.tsx";
import { PaperCard } from "#client/features/papers/card/paper-card.tsx";
import {
  type ChangePaper,
  type SetPaperFlags,
  useChangePaper,
  useSetPaperFlags,
  useLiveSummaries,
  listInput,
  useLinkedPaper,
  usePapers,
  usePapersStatus,
  usePaperStats,
} from "#client/features/papers/use-papers.ts";
import { describePapersSchedule, updateCard } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { LinkButton } from "#client/ui/links.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { PerDayChart } from "#client/ui/per-day-chart.tsx";
import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";
import type { PaperStats as Stats } from "#shared/papers/papers.ts";

import { PapersBrowser } from "./papers-browser.tsx";
import { usePapersView } from "./papers-view.ts";

const AddPaperDialog = lazyComponent(async () => (await import("./add-paper-dialog.tsx")).AddPaperDialog);

/** Research Stack: the latest papers, fetched every night by default. */
export function PapersPage() {
  const { view, requested, actions } = usePapersView();
  const input = useMemo(() => listInput(requested), [requested]);
  const list = usePapers(input);
  const stats = usePaperStats().data;
  const change = useChangePaper(input);
  const setFlags = useSetPaperFlags(input, change);
  useLiveSummaries(input, change);
  const settings = useWorkspaceSettings();

  return (
    <div className="group/papers flex flex-col gap-3 md:gap-4">
      <PageHeader
        isCompact
        title="Research Stack"
        subtitle={
          // The default text, so that nothing moves when the settings load.
          <span className={classNames(!settings && "invisible")}>
            Latest AI research papers from {settings?.papers.host ?? "arxiv.org"}
          </span>
        }
        note={<UpdateLine status={usePapersStatus()} />}
        actions={
          <>
            <LinkButton to="/" icon={<ArrowLeft aria-hidden />} className="max-md:px-2.5 max-md:text-xs">
              Back to Overview
            </LinkButton>
            {/* On phones, the list's menu contains this button. */}
            <AddButton label="Add Paper" className="max-md:hidden" onAdd={actions.openAdd} />
          </>
        }
      />
      <PaperStats total={list.counts?.total ?? null} stats={stats} />
      {view.itemId === null ? (
        <PapersBrowser
          list={list}
          filter={view.filter}
          categories={stats?.categories ?? []}
          actions={actions}
          onFlag={setFlags}
          onChange={change}
        />
      ) : (
        <LinkedPaper
          key={view.itemId}
          id={view.itemId}
          onLeave={actions.showList}
          onFlag={setFlags}
          onChange={change}
        />
      )}
      {view.dialog === "add" && <AddPaperDialog onClose={actions.close} onOpen={actions.showPaper} />}
      <footer className="mt-4 flex flex-col gap-1 border-t border-line pt-4 text-center text-xs text-ink-faint max-md:order-last max-md:group-has-data-skeleton/papers:hidden">
        <p>{settings ? describePapersSchedule(settings) : "\u00a0"}</p>
        <p>Thank you to arXiv for use of its open access interoperability.</p>
      </footer>
    </div>
  );
}

interface LinkedPaperProps {
  id: string;
  onLeave: () => void;
  onFlag: SetPaperFlags;
  onChange: ChangePaper;
}

/** Single paper that a link opened. */
function LinkedPaper({ id, onLeave, onFlag, onChange }: LinkedPaperProps) {
  const { paper, isError, retry } = useLinkedPaper(id);
  return (
    <>
      <div>
        <Button icon={<ArrowLeft aria-hidden />} onClick={onLeave}>
          Show All Papers
        </Button>
      </div>
      {isError && (
        <ErrorState
          title="Paper Not Found"
          text="It couldn't be loaded. It may have been removed since this link was created."
          onRetry={retry}
        />
      )}
      {!isError && !paper && (
        <div data-skeleton>
          <Skeleton className="h-80 rounded-card" />
        </div>
      )}
      {paper && (
        <div className="max-w-3xl">
          <PaperCard paper={paper} isAlone onFlag={onFlag} onChange={onChange} />
        </div>
      )}
    </>
  );
}

interface PaperStatsProps {
  /** Total number of papers; null while unknown. */
  total: number | null;
  stats: Stats | undefined;
}

/** Overview of the papers: total, schedule, category, and number per day. */
function PaperStats({ total, stats }: PaperStatsProps) {
  const settings = useWorkspaceSettings();
  const updates = settings && updateCard(settings);
  return (
    <div className="contents gap-2 md:grid md:grid-cols-3 md:@3xl:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,2fr)] md:@3xl:gap-4">
      <div className="grid grid-cols-[auto_auto_auto] gap-1 md:contents">
        <Stat
          value={total === null ? <ValueSkeleton /> : total.toLocaleString("en-US")}
          label="Papers Available"
        />
        <Stat value={updates?.value ?? <ValueSkeleton />} label={updates?.label ?? "\u00a0"} />
        <Stat
          value={settings ? <Categories {...settings.papers} /> : <ValueSkeleton />}
          label="Category Focus"
        />
      </div>
      {/* On phones, the chart is below the loaded papers. */}
      <Card className="col-span-3 px-3 py-3 max-md:order-last max-md:group-has-data-skeleton/papers:hidden @3xl:col-span-1 @3xl:px-5">
        {stats ? <PerDayChart days={stats.days} noun="paper" /> : <Skeleton className="h-14" />}
      </Card>
    </div>
  );
}

const Categories = ({ category, otherCategories }: WorkspaceSettings["papers"]) => (
  <>
    {category}
    {otherCategories.length > 0 && (
      <span title={otherCategories.join(", ")} className="text-ink-muted">
        {` +${otherCategories.length}`}
      </span>
    )}
  </>
);

const ValueSkeleton = () => <Skeleton className="h-5 w-12 md:my-0.5 @3xl:my-1" />;

function Stat({ value, label }: { value: ReactNode; label: string }) {
  return (
    <Card className="flex flex-col justify-center px-1.5 py-1 md:px-3 md:py-3 @3xl:px-5">
      <div className="text-sm font-semibold wrap-anywhere tabular-nums md:text-base @3xl:text-xl">
        {value}
      </div>
      {/* Two lines high where the label may wrap, so that nothing moves when it loads. */}
      <p className="text-xs text-ink-muted md:min-h-8 @3xl:min-h-4">{label}</p>
    </Card>
  );
}
