import { Link } from "react-router-dom";

import { pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { longFormDate } from "#client/format/dates.ts";
import { Card } from "#client/ui/card.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { periodText } from "#shared/brief/brief-words.ts";

const PAGE_SIZE = 10;

/** List of published briefs, newest first. Hidden while there are none. */
export function PublishedBriefs() {
  const list = trpc.briefs.list.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: "always" },
  );
  if (list.isLoadingError)
    return <ErrorState text="Couldn't load the published briefs." onRetry={() => void list.refetch()} />;
  const briefs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (briefs.length === 0) return null;
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">Published Briefs</h2>
      <ul className="mt-1.5 divide-y divide-line">
        {briefs.map(({ id, from, to, title, by, publishedAt }) => (
          <li key={id} className="py-2">
            <Link to={`/brief/${id}`} className="font-medium wrap-anywhere hover:underline">
              {title}
            </Link>
            <p className="text-xs text-ink-muted">
              {periodText({ from, to })} · {by === null ? "" : `${by}, `}
              {longFormDate(publishedAt)}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton list={pagedList(list)} />
    </Card>
  );
}
