import { useId, useState } from "react";

import { TexText } from "#client/format/tex-text.tsx";
import { shortenAbstract } from "#shared/papers.ts";

/** The beginning of an abstract, and the rest on demand. */
export function PaperAbstract({ abstract }: { abstract: string }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const short = shortenAbstract(abstract);
  return (
    <div data-open={isWhole || undefined} className="text-ink-muted">
      <p id={id} className="text-pretty wrap-anywhere">
        <TexText text={isWhole ? abstract : short} />
      </p>
      {short !== abstract && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
          className="inline-flex items-center rounded-chip text-xs font-medium text-accent-ink hover:underline max-md:min-h-11 md:min-h-6"
        >
          {isWhole ? "Show less" : "Show more"}
        </button>
      )}
    </div>
  );
}
