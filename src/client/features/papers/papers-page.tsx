import { ArrowLeft } from "lucide-react";
import { useMemo } from "react";

import { hostOf } from "#client/format/web-address.ts";
import { LinkButton } from "#client/ui/link-button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import { LinkedPaper } from "./linked-paper.tsx";
import { PaperStats } from "./paper-stats.tsx";
import { PapersBrowser } from "./papers-browser.tsx";
import { useChangePaper, useMarkPaper } from "./use-paper-changes.ts";
import { usePapersView } from "./use-papers-view.ts";
import { listInput, usePapers, usePaperStats } from "./use-papers.ts";

const HOST = "arxiv.org";

/** The Research Stack: the latest papers, fetched every night. */
export function PapersPage() {
  const { view, asked, actions } = usePapersView();
  const input = useMemo(() => listInput(asked), [asked]);
  const list = usePapers(input);
  const stats = usePaperStats().data;
  const change = useChangePaper(input);
  const mark = useMarkPaper(change);
  const first = list.pages[0]?.[0];

  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Research Stack"
        subtitle={`Latest AI research papers from ${first ? hostOf(first.url) : HOST}`}
        actions={
          <LinkButton to="/" icon={<ArrowLeft aria-hidden />}>
            Back to Overview
          </LinkButton>
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
      <footer className="mt-4 flex flex-col gap-1 border-t border-line pt-4 text-center text-xs text-ink-faint">
        <p>Papers are fetched every night at 2:00 AM.</p>
        <p>Thank you to arXiv for use of its open access interoperability.</p>
      </footer>
    </div>
  );
}
