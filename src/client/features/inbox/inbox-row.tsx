import { BellOff, BellRing, Check, CornerUpLeft } from "lucide-react";
import { Link } from "react-router-dom";

import { ItemText } from "#client/format/tex-text.tsx";
import { Button } from "#client/ui/button.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { type InboxReason, reasonWords } from "#shared/inbox/inbox-words.ts";
import type { InboxEntry } from "#shared/inbox/inbox.ts";

import type { useInboxActions } from "./use-inbox.ts";

interface InboxRowProps {
  entry: InboxEntry;
  actions: ReturnType<typeof useInboxActions>;
}

/** Entry of the inbox. Opening it leads to the comment or item and marks the entry as done. */
export function InboxRow({ entry, actions }: InboxRowProps) {
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
            <Sentence entry={entry} />
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

/** Words between the reason for an entry and the item's title. */
const BEFORE_TITLE: Record<InboxReason, string> = {
  mentioned: " in ",
  replied: " in ",
  yours: " ",
  discussed: ": ",
  review: " on ",
  watched: ": ",
};

/** Sentence about an entry, such as "Ada mentioned you in Whisper", with highlighted names. */
function Sentence({ entry: { reason, actor, item, commentId } }: { entry: InboxEntry }) {
  const why = reasonWords(reason, item.kind, commentId !== null);
  return (
    <>
      {reason === "review" ? (
        `${why.charAt(0).toUpperCase()}${why.slice(1)}`
      ) : (
        <>
          <bdi className="font-medium text-ink">{personName(actor)}</bdi> {why}
        </>
      )}
      {BEFORE_TITLE[reason]}
      <bdi className="font-medium text-ink">
        <ItemText kind={item.kind} text={item.title} />
      </bdi>
    </>
  );
}
