import {
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Radar,
  Sun,
  Wrench,
  MessageCircleQuestionMark,
  RotateCw,
  Search,
} from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";

import { ADMIN_TABS } from "#client/features/admin/admin-tabs.ts";
import { HighlightedText, plainText } from "#client/features/search/highlighted-text.tsx";
import { useTypedAnswer, useTypedSearch } from "#client/features/search/use-search.ts";
import { useSignOut, useCurrentUser } from "#client/features/users/use-auth.ts";
import { ItemText } from "#client/format/tex-text.tsx";
import { pages, labelsOf } from "#client/slices.ts";
import { passageState } from "#client/ui/links.tsx";
import { type CommandGroup, CommandPalette } from "#client/ui/menu/command-palette.tsx";
import { useTheme } from "#client/ui/use-theme.ts";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { AskAnswer } from "#shared/search/ask.ts";
import type { SearchResult } from "#shared/search/search.ts";
import { isQuestion } from "#shared/search/words.ts";
import { isolate } from "#shared/texts/escaping.ts";

interface PaletteProps {
  search: string;
  onSearch: (search: string) => void;
  /** Called when the palette's field gets the focus. */
  onReady: () => void;
  /** True if Enter was pressed before the palette was ready. */
  opensFirst: boolean;
  onClose: () => void;
  onShowKeys: () => void;
}

type GoTo = (path: string, state?: object) => () => void;

/** Command palette with all pages, items and actions. */
export function Palette({ search, onSearch, onReady, opensFirst, onClose, onShowKeys }: PaletteProps) {
  const navigate = useNavigate();
  const goTo = useCallback(
    (path: string, state?: object) => () => void navigate(path, { state }),
    [navigate],
  );
  const isAdmin = useCurrentUser()?.role === "admin";
  const pageCommands = useMemo(() => pageGroup(goTo, isAdmin), [goTo, isAdmin]);
  const actions = useActions(goTo, onShowKeys);
  const commands = useMemo(() => [pageCommands, actions], [pageCommands, actions]);
  const { groups, status, isPending } = useFoundItems(search, goTo);
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      search={search}
      onSearch={onSearch}
      onReady={onReady}
      opensFirst={opensFirst}
      commands={commands}
      found={groups}
      isSearching={isPending}
      status={status}
    />
  );
}

/** Pages of tools by ring, and of overdue reviews. */
const VERDICT_PAGES = [
  ["/dashboard?verdict=adopt", "Adopted Tools"],
  ["/dashboard?verdict=trial", "Tools on Trial"],
  ["/dashboard?verdict=assess", "Tools to Assess"],
  ["/dashboard?verdict=hold", "Tools on Hold"],
  ["/#overdue", "Overdue Verdicts"],
] as const;

const pageGroup = (goTo: GoTo, isAdmin: boolean): CommandGroup => ({
  label: "Go to",
  items: [
    ...pages.filter(({ isNamedByContent }) => !isNamedByContent),
    ...VERDICT_PAGES.map(([path, title]) => ({ path, title, Icon: Radar })),
    ...(isAdmin ? ADMIN_TABS : []).map(({ id, title }) => ({ path: `/admin/${id}`, title, Icon: Wrench })),
  ].map(({ path, title, Icon }) => ({
    id: path,
    label: title,
    icon: <Icon aria-hidden />,
    onSelect: goTo(path),
  })),
});

/** Returns the actions of all pages, and general ones. */
function useActions(goTo: GoTo, onShowKeys: () => void): CommandGroup {
  const { setTheme } = useTheme();
  const { signOut } = useSignOut();
  return useMemo(
    () => ({
      label: "Actions",
      items: [
        ...pages.flatMap(({ path, actions = [] }) =>
          actions.map(({ query, label, Icon }) => ({
            id: `${path}?${query}`,
            label,
            icon: <Icon aria-hidden />,
            onSelect: goTo(`${path}?${query}`),
          })),
        ),
        { id: "light", label: "Light Theme", icon: <Sun aria-hidden />, onSelect: () => setTheme("light") },
        { id: "dark", label: "Dark Theme", icon: <Moon aria-hidden />, onSelect: () => setTheme("dark") },
        {
          id: "system",
          label: "System Theme",
          icon: <Monitor aria-hidden />,
          onSelect: () => setTheme("system"),
        },
        {
          id: "keys",
          label: "Keyboard Shortcuts",
          hint: "?",
          icon: <Keyboard aria-hidden />,
          onSelect: onShowKeys,
        },
        { id: "sign out", label: "Sign Out", icon: <LogOut aria-hidden />, onSelect: signOut },
      ],
    }),
    [goTo, setTheme, onShowKeys, signOut],
  );
}

/** Returns matching items of all sections as links. A question also gets an answer. */
function useFoundItems(
  typed: string,
  goTo: GoTo,
): { groups: CommandGroup[]; status: string; isPending: boolean } {
  const { results, isPending, isError, retry } = useTypedSearch(typed);
  const answer = useTypedAnswer(isQuestion(typed) ? typed.trim() : "");
  const groups = useMemo(() => {
    if (isError) return [errorGroup(retry)];
    const address = `/search?${new URLSearchParams({ q: typed.trim() }).toString()}`;
    const ask = isQuestion(typed)
      ? [askGroup(typed.trim(), goTo(address)), ...(answer ? answerGroups(answer, goTo) : [])]
      : [];
    if (results.length === 0) return ask;
    return [
      ...ask,
      {
        label: "Found",
        items: matchingNamesFirst(results, typed).map((result) => toCommandItem(result, goTo)),
      },
      {
        label: "Search",
        items: [
          {
            id: "search everything",
            label: `Search everything for “${isolate(typed.trim())}”`,
            icon: <Search aria-hidden />,
            onSelect: goTo(address),
          },
        ],
      },
    ];
  }, [results, answer, isError, retry, typed, goTo]);
  return { groups, status: isPending ? "Searching…" : "No results.", isPending };
}

/** Moves titles that equal or begin with the typed text to the front, because many users type an item's name. */
function matchingNamesFirst(results: readonly SearchResult[], typed: string): SearchResult[] {
  const start = typed.trim().toLowerCase();
  const rank = ({ title }: SearchResult) => {
    const name = plainText(title).toLowerCase();
    return name === start ? 0 : name.startsWith(start) ? 1 : 2;
  };
  return results.toSorted((a, b) => rank(a) - rank(b));
}

function toCommandItem({ kind, id, title, people, address }: SearchResult, goTo: GoTo) {
  const { one, Icon } = labelsOf(kind);
  return {
    id: `${kind} ${id}`,
    label: plainText(title),
    content: <HighlightedText kind={kind} parts={title} />,
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
      onSelect: goTo(`${pathname}${search}`, passageState(passage)),
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
      label: `Ask your team’s knowledge: “${isolate(question)}”`,
      icon: <MessageCircleQuestionMark aria-hidden />,
      onSelect,
    },
  ],
});

const errorGroup = (retry: () => void): CommandGroup => ({
  label: "Search failed",
  items: [
    {
      id: "search again",
      label: "Try Again",
      icon: <RotateCw aria-hidden />,
      keepsOpen: true,
      onSelect: retry,
    },
  ],
});
