import { ArrowLeft } from "lucide-react";
import { useMemo } from "react";

import { UpdateLine } from "#client/features/jobs/update-line.tsx";
import { AddButton } from "#client/features/library/library-header.tsx";
import { PaperCard } from "#client/features/papers/card/paper-card.tsx";
import {
  type ChangePaper,
  type SetPaperFlags,
  useChangePaper,
  useSetPaperFlags,
  useSummariesOfOthers,
} from "#client/features/papers/card/use-paper-changes.ts";
import { papersSentence } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import { PaperStats } from "./paper-stats.tsx";
import { PapersBrowser } from "./papers-browser.tsx";
import { usePapersView } from "./use-papers-view.ts";
import { listInput, useLinkedPaper, usePapers, usePapersStatus, usePaperStats } from "./use-papers.ts";

const AddPaperDialog = lazyComponent(() => import("./add-paper-dialog.tsx"), "AddPaperDialog");

/** Research Stack: the latest papers, fetched every night by default. */
export function PapersPage() {
  const { view, requested, actions } = usePapersView();
  const input = useMemo(() => listInput(requested), [requested]);
  const list = usePapers(input);
  const stats = usePaperStats().data;
  const change = useChangePaper(input);
  const mark = useSetPaperFlags(input, change);
  useSummariesOfOthers(input, change);
  const settings = useWorkspaceSettings();

  return (
    <div className="group/papers flex flex-col gap-3 md:gap-4">
      <PageHeader
        isCompact
        title="Research Stack"
        subtitle={
          // The usual text, so that nothing moves when the settings load.
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
            {/* On phones, it is in the menu of the list. */}
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
          onMark={mark}
          onChange={change}
        />
      ) : (
        <LinkedPaper
          key={view.itemId}
          id={view.itemId}
          onLeave={actions.showList}
          onMark={mark}
          onChange={change}
        />
      )}
      {view.dialog === "add" && <AddPaperDialog onClose={actions.close} onOpen={actions.showPaper} />}
      <footer className="mt-4 flex flex-col gap-1 border-t border-line pt-4 text-center text-xs text-ink-faint max-md:order-last max-md:group-has-data-skeleton/papers:hidden">
        <p>{settings ? papersSentence(settings) : "\u00a0"}</p>
        <p>Thank you to arXiv for use of its open access interoperability.</p>
      </footer>
    </div>
  );
}

interface LinkedPaperProps {
  id: string;
  onLeave: () => void;
  onMark: SetPaperFlags;
  onChange: ChangePaper;
}

/** Single paper that a link opens. */
function LinkedPaper({ id, onLeave, onMark, onChange }: LinkedPaperProps) {
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
          <PaperCard paper={paper} isAlone onMark={onMark} onChange={onChange} />
        </div>
      )}
    </>
  );
}
