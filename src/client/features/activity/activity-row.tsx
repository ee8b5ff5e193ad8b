import { Link } from "react-router-dom";

import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { ActivityLine } from "#shared/kernel/activity.ts";
import { eventWords } from "#shared/kernel/event-words.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";

/** Activity entry: user, action and time. The title links to the item if it still exists. */
export function ActivityRow({ line }: { line: ActivityLine }) {
  const { did, subject, isTitle, rest } = eventWords(line);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 px-3 py-2 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere text-ink-muted">
        <bdi className="font-medium text-ink" title={line.actor?.username}>
          {personName(line.actor)}
        </bdi>{" "}
        {did}{" "}
        {isTitle && line.isThere ? (
          <Link to={addressOf(line)} className="group rounded-chip font-medium text-ink">
            {/* Isolated names are boxes of their own, which no line of the link's runs through. */}
            <bdi className="underline decoration-line-strong underline-offset-2 group-hover:decoration-ink">
              {subject}
            </bdi>
          </Link>
        ) : (
          <bdi className="text-ink">{subject}</bdi>
        )}
        {rest}
      </p>
      <span className="text-xs text-ink-faint">
        <RelativeTime iso={line.at} />
      </span>
    </li>
  );
}

/** Returns the link of an entry. A deleted comment links to its discussion. */
function addressOf({ kind, itemId, detail }: ActivityLine): string {
  const isGone = detail.change === "deleted" || detail.change === "purged";
  return itemAddress({ kind, id: itemId }, isGone ? null : (detail.comment ?? null));
}
