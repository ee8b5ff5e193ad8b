import { BellOff, CheckCheck, Inbox, BellRing, Check, CornerUpLeft } from "lucide-react";
import { Fragment, useMemo, useRef } from "react";
import { useSearchParams, Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { ItemText } from "#client/format/tex-text.tsx";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { LoadMore, useLoadMoreWhile } from "#client/ui/list/load-more.tsx";
import { useRowList } from "#client/ui/list/use-row-list.ts";
import { Tabs } from "#client/ui/menu/tabs.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { type InboxReason, DONE_DAYS, reasonWords } from "#shared/inbox/inbox-words.ts";
import type { InboxEntry } from "#shared/inbox/inbox.ts";

import { type InboxTab, useInbox, useInboxActions } from "./use-inbox.ts";

const ROW_HEIGHT = 96;

/** Page with the user's entries: mentions, replies, and changes to watched items. */
export function InboxPage() {
  const [parameters, setParameters] = useSearchParams();
  const tab: InboxTab = parameters.get("tab") === "done" ? "done" : "open";
  const { data: count } = trpc.inbox.count.useQuery();
  const { markAllDone, isMarkingAll } = useInboxActions("open");
  const heading = useRef<HTMLDivElement>(null);

  function handleMarkAll() {
    markAllDone();
    // Focuses the heading, because the button becomes disabled.
    heading.current?.focus();
  }

  return (
    <div ref={heading} tabIndex={-1} className="mx-auto max-w-4xl outline-none">
      <PageHeader
        isCompact
        title="Inbox"
        subtitle="Mentions of you, replies, and changes to what you discuss or watch."
        actions={
          tab === "open" && (
            <Button
              icon={<CheckCheck aria-hidden />}
              disabled={!count?.open}
              className="disabled:invisible"
              isPending={isMarkingAll}
              onClick={handleMarkAll}
            >
              Mark all as done
            </Button>
          )
        }
      />
      <div className="mt-6">
        <Tabs
          label="Entries"
          isCompact
          selected={tab}
          onSelect={(next) =>
            setParameters(next === "open" ? {} : { tab: next }, { preventScrollReset: true })
          }
          tabs={[
            { id: "open", label: "Open", content: <InboxList tab="open" /> },
            { id: "done", label: "Done", content: <InboxList tab="done" /> },
          ]}
        />
      </div>
    </div>
  );
}

/**
 * Entries of a tab. Arrow keys, j and k move between them, e moves an entry to the other tab, m mutes its discussion.
 */
function InboxList({ tab }: { tab: InboxTab }) {
  const list = useInbox(tab);
  const { entries } = list;
  const actions = useInboxActions(tab);
  const rows = useMemo(() => entries.map((entry) => ({ id: String(entry.seq), entry })), [entries]);
  const { renderedRows, gapAfter, listProps, rowProps } = useRowList({
    rows,
    rowHeight: ROW_HEIGHT,
    rowKeys: {
      e: ({ entry }) => actions.toggleDone(entry),
      m: ({ entry }) => actions.toggleMuted(entry),
    },
  });
  useLoadMoreWhile(list, renderedRows.at(-1)?.index === rows.length - 1);

  if (list.isError) return <ErrorState text="Couldn't load the inbox." onRetry={list.retry} />;
  if (list.isPending) return <InboxSkeleton />;
  if (rows.length === 0 && !list.hasMore) return <EmptyState {...EMPTY_STATES[tab]} />;
  return (
    <>
      <Card className="overflow-hidden">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the links inside */}
        <ul {...listProps} aria-label={tab === "open" ? "Open entries" : "Done entries"}>
          {renderedRows.map(({ row: { id, entry }, index, gap }) => (
            <Fragment key={id}>
              {gap > 0 && <li aria-hidden style={{ height: gap }} />}
              <li {...rowProps(index)} className="border-b border-line last:border-b-0">
                <InboxRow entry={entry} actions={actions} />
              </li>
            </Fragment>
          ))}
          {gapAfter > 0 && <li aria-hidden style={{ height: gapAfter }} />}
        </ul>
      </Card>
      {list.hasMore && (
        <div className="mt-4">
          <LoadMore list={list} nouns="entries" />
        </div>
      )}
    </>
  );
}

const EMPTY_STATES = {
  open: {
    icon: <Inbox />,
    title: "Nothing Waits for You",
    text: "Mentions of you, replies to you and comments on your items will appear here. To follow more, press Watch in a discussion.",
  },
  done: {
    icon: <BellOff />,
    title: "Nothing Done Yet",
    text: `Done entries stay here for ${DONE_DAYS} days.`,
  },
};

function InboxSkeleton() {
  return (
    <Card className="divide-y divide-line">
      <output className="sr-only">Loading the inbox</output>
      {["a", "b", "c"].map((key) => (
        <div key={key} className="flex gap-3 px-4 py-3.5">
          <Skeleton className="size-8 shrink-0 rounded-control" />
          <div className="flex-1 space-y-2.5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      ))}
    </Card>
  );
}

interface InboxRowProps {
  entry: InboxEntry;
  actions: ReturnType<typeof useInboxActions>;
}

/** Entry of the inbox. Its link leads to the comment or item, and marks the entry as done. */
function InboxRow({ entry, actions }: InboxRowProps) {
  const { actor, at, doneAt, isMuted, item, text } = entry;
  const isDone = doneAt !== null;
  return (
    <div className="relative flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3 transition-colors hover:bg-sunken has-[[data-row-open]:focus-visible]:bg-sunken @3xl:flex-nowrap">
      <Logo src={null} name={personName(actor)} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-ink-muted">
          <Link
            to={item.href}
            data-row-open={entry.seq}
            onClick={() => actions.markOpened(entry)}
            className="scroll-mt-20 outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            <EntrySentence entry={entry} />
          </Link>
        </p>
        {text !== "" && (
          <p dir="auto" className="mt-0.5 line-clamp-2 wrap-anywhere text-ink">
            {text}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-faint">
          <RelativeTime iso={at} />
          {isMuted && <span>Discussion muted</span>}
        </p>
      </div>
      <div className="relative -mb-2 flex shrink-0 basis-full pl-8.5 @3xl:mb-0 @3xl:basis-auto @3xl:pl-0">
        <Button
          size="small"
          variant="ghost"
          icon={isDone ? <CornerUpLeft aria-hidden /> : <Check aria-hidden />}
          onClick={() => actions.toggleDone(entry)}
        >
          {isDone ? "Move to Open" : "Done"}
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={isMuted ? <BellRing aria-hidden /> : <BellOff aria-hidden />}
          onClick={() => actions.toggleMuted(entry)}
        >
          {isMuted ? "Unmute Discussion" : "Mute Discussion"}
        </Button>
      </div>
    </div>
  );
}

/** Words that connect the reason for an entry to the item's title. */
const BEFORE_TITLE: Record<InboxReason, string> = {
  mentioned: " in ",
  replied: " in ",
  yours: " ",
  discussed: ": ",
  review: " on ",
  watched: ": ",
};

/** Sentence about an entry, such as "Ada mentioned you in Whisper". Names are highlighted. */
function EntrySentence({ entry: { reason, actor, item, commentId } }: { entry: InboxEntry }) {
  const words = reasonWords(reason, item.kind, commentId !== null);
  return (
    <>
      {reason === "review" ? (
        `${words.charAt(0).toUpperCase()}${words.slice(1)}`
      ) : (
        <>
          <bdi className="font-medium text-ink">{personName(actor)}</bdi> {words}
        </>
      )}
      {BEFORE_TITLE[reason]}
      <bdi className="font-medium text-ink">
        <ItemText kind={item.kind} text={item.title} />
      </bdi>
    </>
  );
}
