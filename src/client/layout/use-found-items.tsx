import { MessageCircleQuestionMark, RotateCw, Search } from "lucide-react";
import { useMemo } from "react";

import { MarkedText, plainText } from "#client/features/search/marked-text.tsx";
import { useTypedSearch } from "#client/features/search/use-search.ts";
import { labelsOf } from "#client/slices.ts";
import type { CommandGroup } from "#client/ui/menu/command-palette.tsx";
import { isQuestion } from "#shared/search/question.ts";
import type { SearchResult } from "#shared/search/search.ts";
import { isolated } from "#shared/texts/escaping.ts";

/** Returns the items of all sections that match the typed text, with links. */
export function useFoundItems(
  typed: string,
  goTo: (path: string) => () => void,
): { groups: CommandGroup[]; status: string; isPending: boolean } {
  const { results, isPending, isError, retry } = useTypedSearch(typed);
  const groups = useMemo(() => {
    if (isError) return [failedGroup(retry)];
    const address = `/search?${new URLSearchParams({ q: typed.trim() }).toString()}`;
    const ask = isQuestion(typed) ? [askGroup(typed.trim(), goTo(address))] : [];
    if (results.length === 0) return ask;
    return [
      ...ask,
      { label: "Found", items: namedFirst(results, typed).map((result) => resultItem(result, goTo)) },
      {
        label: "Search",
        items: [
          {
            id: "search everything",
            label: `Search everything for “${isolated(typed.trim())}”`,
            icon: <Search aria-hidden />,
            onSelect: goTo(address),
          },
        ],
      },
    ];
  }, [results, isError, retry, typed, goTo]);
  return { groups, status: isPending ? "Searching…" : "No results.", isPending };
}

/** Moves titles that are or begin with the typed text to the front: people type the names of items here. */
function namedFirst(results: readonly SearchResult[], typed: string): SearchResult[] {
  const start = typed.trim().toLowerCase();
  const rank = ({ title }: SearchResult) => {
    const name = plainText(title).toLowerCase();
    return name === start ? 0 : name.startsWith(start) ? 1 : 2;
  };
  return results.toSorted((a, b) => rank(a) - rank(b));
}

function resultItem({ kind, id, title, people, address }: SearchResult, goTo: (path: string) => () => void) {
  const { one, Icon } = labelsOf(kind);
  return {
    id: `${kind} ${id}`,
    label: plainText(title),
    content: <MarkedText kind={kind} parts={title} />,
    hint: people === null || people === "" ? one : `${one} · ${people}`,
    icon: <Icon aria-hidden />,
    onSelect: goTo(address),
  };
}

/** The search page shows the answer above its results. */
const askGroup = (question: string, onSelect: () => void): CommandGroup => ({
  label: "Ask",
  items: [
    {
      id: "ask",
      label: `Ask your team’s knowledge: “${isolated(question)}”`,
      icon: <MessageCircleQuestionMark aria-hidden />,
      onSelect,
    },
  ],
});

const failedGroup = (retry: () => void): CommandGroup => ({
  label: "Search failed",
  items: [
    {
      id: "search again",
      label: "Try again",
      icon: <RotateCw aria-hidden />,
      isStaying: true,
      onSelect: retry,
    },
  ],
});
