import { type KeyboardEvent, useRef } from "react";
import { Link } from "react-router-dom";

import { labelsOf } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { SearchResult } from "#shared/search/search.ts";

import { HighlightedText } from "./highlighted-text.tsx";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

interface SearchResultListProps {
  results: readonly SearchResult[];
  /** True if the results belong to the previous search. */
  isOutdated: boolean;
}

/** Search results, the best first. Arrow keys or j and k move between them. */
export function SearchResultList({ results, isOutdated }: SearchResultListProps) {
  const list = useRef<HTMLOListElement>(null);

  function move(step: number) {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-result]") ?? [])];
    const index = links.findIndex((link) => link === document.activeElement);
    links[index === -1 ? 0 : Math.max(0, Math.min(links.length - 1, index + step))]?.focus();
  }

  useShortcut("j", () => move(1));
  useShortcut("k", () => move(-1));

  function handleKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    move(step);
    event.preventDefault();
  }

  return (
    <ol
      ref={list}
      aria-label="Results"
      aria-busy={isOutdated}
      className={classNames(
        "divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card transition-opacity",
        isOutdated && "opacity-60",
      )}
    >
      {results.map((result) => (
        <li key={`${result.kind} ${result.id}`}>
          <ResultRow result={result} onKeyDown={handleKeyDown} />
        </li>
      ))}
    </ol>
  );
}

interface ResultRowProps {
  result: SearchResult;
  onKeyDown: (event: KeyboardEvent) => void;
}

function ResultRow({ result, onKeyDown }: ResultRowProps) {
  const { kind, title, snippet, people, date, address } = result;
  const { one, Icon } = labelsOf(kind);
  return (
    <div className="relative flex gap-3 px-4 py-3.5 transition-colors focus-within:bg-sunken hover:bg-sunken">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="font-medium text-ink">
          <Link
            to={address}
            data-result
            onKeyDown={onKeyDown}
            className="rounded-chip wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            <HighlightedText kind={kind} parts={title} />
          </Link>
        </h2>
        {snippet.length > 0 && (
          <p dir="auto" className="mt-0.5 line-clamp-3 text-sm wrap-anywhere text-ink-muted md:line-clamp-2">
            <HighlightedText kind={kind} parts={snippet} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-faint">
          <span>{one}</span>
          {people !== null && <span className="line-clamp-1 max-w-full wrap-anywhere">{people}</span>}
          <RelativeTime iso={date} />
        </p>
      </div>
    </div>
  );
}
