import { ArrowLeft } from "lucide-react";
import { useMemo } from "react";

import { UpdateLine } from "#client/features/jobs/update-line.tsx";
import { AddButton } from "#client/features/library/library-header.tsx";
import {
  useChangePaper,
  useSetPaperFlags,
  useSummariesOfOthers,
} from "#client/features/papers/card/use-paper-changes.ts";
import { papersSentence } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { classNames } from "#client/ui/class-names.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import { LinkedPaper } from "./linked-paper.tsx";
import { PaperStats } from "./paper-stats.tsx";
import { PapersBrowser } from "./papers-browser.tsx";
import { usePapersView } from "./use-papers-view.ts";
import { listInput, usePapers, usePapersStatus, usePaperStats } from "./use-papers.ts";

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
            <AddButton label="Add Paper" onAdd={actions.openAdd} />
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
