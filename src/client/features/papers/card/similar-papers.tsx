import { useId, useState } from "react";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { archiveDate } from "#client/format/dates.ts";
import { TexText } from "#client/format/tex-text.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { itemAddress } from "#shared/kernel/item-address.ts";

const SHOWN_FIRST = 3;

/** Papers most similar to an open one: three at first, all on request. Renders nothing until they are computed. */
export function SimilarPapers({ id }: { id: string }) {
  const { data, isPending, isError } = trpc.papers.similar.useQuery({ id });
  const [isWhole, setWhole] = useState(false);
  const heading = useId();
  const list = useId();
  if (isError || data?.length === 0) return null;
  const shown = isWhole ? data : data?.slice(0, SHOWN_FIRST);
  return (
    <section aria-labelledby={heading} className="w-full border-t border-line pt-3">
      <h3 id={heading} className="text-sm font-semibold text-ink">
        Similar papers
      </h3>
      {isPending && <Skeleton className="mt-2 h-24" />}
      <ul id={list} className="mt-1">
        {shown?.map((paper) => (
          <li key={paper.id} className="py-1.5">
            <Link
              to={itemAddress({ kind: "paper", id: paper.id })}
              dir="auto"
              className="rounded-chip text-sm wrap-anywhere text-accent-ink hover:underline max-md:inline-block max-md:py-1.5"
            >
              <TexText text={paper.title} />
            </Link>
            <p className="line-clamp-1 text-ink-muted">
              {archiveDate(paper.publishedAt)} · {paper.authors}
            </p>
          </li>
        ))}
      </ul>
      {data && data.length > SHOWN_FIRST && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={list}
          onClick={() => setWhole(!isWhole)}
          className="inline-flex items-center rounded-chip font-medium text-accent-ink hover:underline max-md:min-h-11 md:min-h-6"
        >
          {isWhole ? "Fewer" : "More"}
        </button>
      )}
    </section>
  );
}
