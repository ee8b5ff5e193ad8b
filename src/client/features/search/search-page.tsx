import { Search, SearchX } from "lucide-react";
import { useCallback, useState } from "react";

import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { type PageView, usePageView } from "#client/features/page-view/use-page-view.ts";
import { labelsOf } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import { LoadMore } from "#client/ui/list/load-more.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import {
  KIND_WORDS,
  MAX_COUNTED,
  MAX_RESULTS,
  SEARCH_KINDS,
  type SearchAnswer,
  type SearchKind,
  searchKindSchema,
} from "#shared/search/search.ts";
import { isQuestion } from "#shared/search/words.ts";

import { AnswerCard } from "./answer-card.tsx";
import { SearchResultList } from "./search-result-list.tsx";
import { useSearch } from "./use-search.ts";

/** "Tools, news, papers, prompts, readings and comments". */
const KINDS_IN_LIST = new Intl.ListFormat("en-GB").format(
  SEARCH_KINDS.map((kind, index) => {
    const { many } = labelsOf(kind);
    return index === 0 ? many : many.toLowerCase();
  }),
);

const ADDRESS = { read: readSearchView, write: writeSearchView };

/** Search page for all content, with the best results first. */
export function SearchPage() {
  const { view, actions } = usePageView(ADDRESS);
  const { search: typed, kind } = view.filter;
  const search = useSearch(typed, kind);
  const [first] = useState(typed);
  const [isAnswered, setAnswered] = useState(false);
  const showResults = useCallback(() => setAnswered(true), []);
  // If the URL has a question, show the results with the answer, because the answer is above them.
  const isWaiting = isQuestion(first) && typed === first && !isAnswered;
  const { results, facts } = search;
  const hasNoResults = facts !== null && results.length === 0 && !search.isOutdated;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Search" subtitle={`${KINDS_IN_LIST} in one list, best first.`} />
      <SearchBox
        value={typed}
        onChange={actions.search}
        label="Search everything"
        placeholder="Words, “phrases”, filters"
      />
      {isQuestion(typed) && (
        <AnswerCard
          key={typed.trim()}
          question={typed.trim()}
          isTyped={typed !== first}
          onAnswer={showResults}
        />
      )}
      {facts !== null && !isWaiting && (
        <>
          <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
            <KindChoice facts={facts} kind={kind} onChange={(chosen) => actions.filter({ kind: chosen })} />
            <output className="mr-auto text-ink-muted tabular-nums">{describeCount(facts, kind)}</output>
            {typed.trim() !== "" && (
              <FollowButton label="Follow This Search" view={{ section: "search", filter: view.filter }} />
            )}
          </div>
          {facts.hints.map((hint) => (
            <p key={hint} className="-mt-2 text-sm text-ink-muted">
              {hint}
            </p>
          ))}
        </>
      )}
      {typed.trim() === "" && <SearchSyntax onTry={actions.search} />}
      {search.isPending && !isWaiting && <ResultSkeletons />}
      {search.isError && (
        <ErrorState
          title="Search Failed"
          text="The search isn't available right now. Try again in a moment."
          onRetry={search.retry}
        />
      )}
      {hasNoResults && !isWaiting && (
        <EmptyState
          title="Nothing Found"
          text={
            kind === null
              ? "Try other words or fewer filters."
              : `There are no ${labelsOf(kind).many.toLowerCase()} for this search.`
          }
          icon={<SearchX />}
          action={
            kind !== null && <Button onClick={() => actions.filter({ kind: null })}>Search All Kinds</Button>
          }
        />
      )}
      {results.length > 0 && !search.isError && !isWaiting && (
        <>
          <SearchResultList results={results} isOutdated={search.isOutdated} />
          <MoreResults search={search} />
        </>
      )}
    </div>
  );
}

interface KindChoiceProps {
  facts: SearchAnswer;
  kind: SearchKind | null;
  onChange: (kind: SearchKind | null) => void;
}

/** Filter by kind, with the number of results of each. Omits kinds without results. Hidden if there are no results. */
function KindChoice({ facts: { counts }, kind, onChange }: KindChoiceProps) {
  const found = SEARCH_KINDS.filter((candidate) => (counts[candidate] ?? 0) > 0 || candidate === kind);
  if (found.length === 0) return null;
  const choices = found.map((value) => ({
    value,
    label: `${labelsOf(value).many} ${formatCount(counts[value] ?? 0)}`,
  }));
  return (
    <ChoiceBar<SearchKind | "all">
      label="Kind"
      choices={[{ value: "all", label: "All" }, ...choices]}
      chosen={kind ?? "all"}
      onChange={(value) => onChange(value === "all" ? null : value)}
      className="flex-wrap"
    />
  );
}

const formatCount = (count: number): string =>
  count > MAX_COUNTED ? `${MAX_COUNTED.toLocaleString("en-US")}+` : count.toLocaleString("en-US");

function describeCount({ counts }: SearchAnswer, kind: SearchKind | null): string {
  const kinds: readonly SearchKind[] = kind === null ? SEARCH_KINDS : [kind];
  const sum = kinds.reduce((total, counted) => total + (counts[counted] ?? 0), 0);
  if (sum === 1) return "1 result";
  const isMore = kinds.some((counted) => (counts[counted] ?? 0) > MAX_COUNTED);
  return isMore
    ? `More than ${MAX_COUNTED.toLocaleString("en-US")} results`
    : `${sum.toLocaleString("en-US")} results`;
}

const EXAMPLES = [
  { query: '"chain of thought"', does: "exact phrase" },
  { query: "agents -chatbot", does: "leave out a word" },
  { query: "kind:paper rag", does: `only one kind: ${KIND_WORDS.join(", ")}` },
  { query: "tag:research", does: "with a tag or category" },
  { query: "by:ada", does: "by an author, maker, source or colleague" },
  { query: "verdict:adopt", does: "tools by verdict: adopt, trial, assess, hold, none" },
  { query: "after:2026-01 before:2026-03", does: "in a date range" },
];

/** Search syntax, shown while the query is empty. */
function SearchSyntax({ onTry }: { onTry: (query: string) => void }) {
  return (
    <EmptyState
      title="Search Everything"
      text="Results with all of your words come first. These narrow them down:"
      icon={<Search />}
      action={
        <ul className="flex flex-col gap-2 text-left">
          {EXAMPLES.map(({ query, does }) => (
            <li key={query} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button size="small" onClick={() => onTry(query)}>
                <code className="font-mono text-xs">{query}</code>
              </Button>
              <span className="text-sm text-ink-muted">{does}</span>
            </li>
          ))}
        </ul>
      }
    />
  );
}

function MoreResults({ search }: { search: ReturnType<typeof useSearch> }) {
  if (search.hasMore && !search.isOutdated) return <LoadMore list={search} nouns="results" />;
  if (search.results.length < MAX_RESULTS) return null;
  return (
    <p className="text-center text-ink-muted">
      These are the best {MAX_RESULTS}. Add a word or a filter to find others.
    </p>
  );
}

function ResultSkeletons() {
  return (
    <div aria-hidden className="divide-y divide-line rounded-card border border-line bg-surface">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  );
}

interface SearchView extends PageView {
  filter: { search: string; kind: SearchKind | null };
}

export function readSearchView(query: URLSearchParams): SearchView {
  const kind = searchKindSchema.safeParse(query.get("kind"));
  return {
    filter: { search: query.get("q") ?? "", kind: kind.success ? kind.data : null },
    dialog: null,
    itemId: null,
  };
}

function writeSearchView({ filter: { search, kind } }: SearchView): URLSearchParams {
  return new URLSearchParams({ ...(search !== "" && { q: search }), ...(kind !== null && { kind }) });
}
