import { MessageCircleQuestion } from "lucide-react";
import { Link } from "react-router-dom";

import { ItemText } from "#client/format/tex-text.tsx";
import { Card } from "#client/ui/card.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { authorLabel } from "#shared/comments/comment-thread.ts";
import { itemAddress, itemOfRef } from "#shared/kernel/item-address.ts";
import type { OpenQuestion } from "#shared/search/ask.ts";

/** Maximum number of questions listed. */
const MAX_LISTED = 3;

/** Questions in discussions without replies, newest first. */
export function OpenQuestions({ questions }: { questions: readonly OpenQuestion[] }) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label="Open questions" className="divide-y divide-line">
        {questions.slice(0, MAX_LISTED).map(({ id, ref, title, question, user, createdAt }) => (
          <li key={id} className="relative flex gap-3 px-4 py-2.5 focus-within:bg-sunken hover:bg-sunken">
            <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
            <div className="min-w-0">
              <p dir="auto" className="line-clamp-2 wrap-anywhere">
                <Link
                  to={itemAddress(itemOfRef(ref), id)}
                  className="rounded-chip font-medium text-ink after:absolute after:inset-0 hover:underline"
                >
                  {question}
                </Link>
              </p>
              <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">
                <bdi>{authorLabel(user)}</bdi> asked about{" "}
                <bdi>
                  <ItemText kind={itemOfRef(ref).kind} text={title} />
                </bdi>
                {"\u00a0· "}
                <RelativeTime iso={createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
