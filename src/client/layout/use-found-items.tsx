import { MessageCircleQuestionMark, RotateCw, Search } from "lucide-react";
import { useMemo } from "react";

import { MarkedText, plainText } from "#client/features/search/marked-text.tsx";
import { useTypedAnswer, useTypedSearch } from "#client/features/search/use-search.ts";
import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { wantsPassage } from "#client/ui/link-targets.ts";
import type { CommandGroup } from "#client/ui/menu/command-palette.tsx";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { AskAnswer } from "#shared/search/ask.ts";
import type { SearchResult } from "#shared/search/search.ts";
import { isQuestion } from "#shared/search/words.ts";
import { isolated } from "#shared/texts/escaping.ts";

type GoTo = (path: string, state?: object) => () => void;

/** Returns the items of all sections that match the typed text, with links. A question is also answered. */
export function useFoundItems(
  typed: string,
  goTo: GoTo,
): { groups: CommandGroup[]; status: string; isPending: boolean } {
  const { results, isPending, isError, retry } = useTypedSearch(typed);
  const answer = useTypedAnswer(isQuestion(typed) ? typed.trim() : "");
  const groups = useMemo(() => {
    if (isError) return [failedGroup(retry)];
    const address = `/search?${new URLSearchParams({ q: typed.trim() }).toString()}`;
    const ask = isQuestion(typed)
      ? [askGroup(typed.trim(), goTo(address)), ...(answer ? answerGroups(answer, goTo) : [])]
      : [];
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
  }, [results, answer, isError, retry, typed, goTo]);
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

function resultItem({ kind, id, title, people, address }: SearchResult, goTo: GoTo) {
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

/** Maximum number of quotations. The search page shows all. */
const MAX_QUOTES = 3;

function answerGroups({ level, text, quotes }: AskAnswer, goTo: GoTo): CommandGroup[] {
  if (quotes.length === 0) return [];
  const items = quotes.slice(0, MAX_QUOTES).map(({ ref, url, title, passage }) => {
    const { kind } = itemOfRef(ref);
    const { Icon } = labelsOf(kind);
    const { pathname, search } = new URL(url);
    const label = level === "none" || passage === "" ? title : passage;
    return {
      id: `quote ${url} ${passage}`,
      label,
      content: (
        <span className="line-clamp-2 whitespace-normal">
          <ItemText kind={kind} text={label} />
        </span>
      ),
      icon: <Icon aria-hidden />,
      onSelect: goTo(`${pathname}${search}`, wantsPassage(passage)),
      ...(label !== title && { hint: title }),
    };
  });
  return [{ label: text ?? ANSWER_LABELS[level], items }];
}

const ANSWER_LABELS = {
  answer: "No AI wrote this. These are quotations.",
  closest: "Closest passages. They may not answer your question.",
  none: "No answer found. These items are closest:",
};

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
