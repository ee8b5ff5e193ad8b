import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useId } from "react";

import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { ITEM_KINDS, itemOfRef } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import type { SearchResult } from "#shared/search/search.ts";

import { plainText } from "./highlighted-text.tsx";
import { useTypedSearch } from "./use-search.ts";

/** Maximum number of results. More results would push the form out of view; another word finds them. */
const MAX_SHOWN_RESULTS = 6;
const MAX_SUGGESTED = 3;

interface ItemFinderProps {
  label: string;
  hint?: string | undefined;
  /** True if no more items can be chosen. */
  isFull?: boolean;
  /** True to focus the field when it appears. */
  takesFocus?: boolean;
  /** Ref to the field, so that the parent can move the focus back to it. */
  field?: RefObject<HTMLInputElement | null>;
  /** References of excluded items, such as those already chosen. */
  excluded: ReadonlySet<string>;
  /** Suggestions shown before the user types. */
  suggested?: { label: string; items: readonly FoundItem[] };
  onPick: (item: FoundItem) => void;
  /** Called on Escape, which doesn't close the surrounding dialog. */
  onLeave?: () => void;
}

/** Finds items of all sections, like the command palette, and passes the chosen one to `onPick`. */
export function ItemFinder(props: ItemFinderProps) {
  const { label, hint, isFull = false, takesFocus = false, excluded, suggested, onPick, onLeave } = props;
  const ownField = useRef<HTMLInputElement>(null);
  const field = props.field ?? ownField;
  const [typed, setTyped] = useState("");
  const search = useTypedSearch(typed);
  const isSelectable = ({ ref }: FoundItem) => !excluded.has(ref);
  const found = search.results.flatMap(itemOfResult).filter(isSelectable).slice(0, MAX_SHOWN_RESULTS);
  const hasTyped = typed.trim() !== "";
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus, field]);

  function handlePick({ ref, title }: FoundItem) {
    onPick({ ref, title });
    setTyped("");
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === "Escape" && onLeave) {
      event.preventDefault();
      onLeave();
    }
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // Enter chooses the first result and must not submit the form.
    event.preventDefault();
    const [first] = found;
    if (first && !search.isPending) handlePick(first);
  }

  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        <TextInput
          ref={field}
          value={typed}
          readOnly={isFull}
          placeholder={`Search ${ITEM_KINDS.map((kind) => labelsOf(kind).many.toLowerCase()).join(", ")}`}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {hasTyped && <ItemChoices label="Found" choices={found} onPick={handlePick} isInView />}
      {hasTyped && found.length === 0 && (
        <output className="text-sm text-ink-muted">{formatStatus(search)}</output>
      )}
      {suggested && !hasTyped && !isFull && (
        <ItemChoices
          label={suggested.label}
          choices={suggested.items.filter(isSelectable).slice(0, MAX_SUGGESTED)}
          onPick={handlePick}
        />
      )}
    </div>
  );
}

/** Converts a search result to an item. Returns nothing for comments. */
const itemOfResult = ({ kind, id, title }: SearchResult): FoundItem[] =>
  kind === "comment" ? [] : [{ ref: `${kind}:${id}`, title: plainText(title) }];

function formatStatus({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isPending) return "Searching…";
  return isError ? "Search failed. Keep typing to try again." : "No results.";
}

/** Found item with its title. */
export interface FoundItem {
  ref: ItemRef;
  title: string;
}

interface ItemChoicesProps {
  label: string;
  choices: readonly FoundItem[];
  onPick: (choice: FoundItem) => void;
  /** True to scroll the choices into view. */
  isInView?: boolean;
}

/** Clickable list of items. */
function ItemChoices({ label, choices, onPick, isInView = false }: ItemChoicesProps) {
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const count = choices.length;
  useEffect(() => {
    if (isInView && count > 0) list.current?.scrollIntoView({ block: "nearest" });
  }, [isInView, count]);
  if (count === 0) return null;
  return (
    <div>
      <p id={id} className="mb-1 text-xs text-ink-muted">
        {label}
      </p>
      <ul
        ref={list}
        aria-labelledby={id}
        className="scroll-my-2 overflow-hidden rounded-control border border-line"
      >
        {choices.map((choice) => {
          const { kind } = itemOfRef(choice.ref);
          const { one, Icon } = labelsOf(kind);
          return (
            <li key={choice.ref} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onPick(choice)}
                className="flex min-h-control w-full items-center gap-2.5 px-3 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1 truncate">
                  <ItemText kind={kind} text={choice.title} />
                </span>
                <span className="shrink-0 text-xs text-ink-faint">{one}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
