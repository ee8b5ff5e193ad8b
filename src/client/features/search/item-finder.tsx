import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/text-input.tsx";
import type { SearchResult } from "#shared/search/search.ts";

import { type FoundItem, ItemChoices } from "./item-choices.tsx";
import { plainText } from "./marked-text.tsx";
import { useTypedSearch } from "./use-search.ts";

/** More of them would push a form out of sight; another word finds what is not among them. */
const MAX_FOUND = 6;
const MAX_SUGGESTED = 3;

interface ItemFinderProps {
  label: string;
  hint?: string | undefined;
  /** No more can be chosen. */
  isFull?: boolean;
  /** The control is there because somebody wants to write in it. */
  takesFocus?: boolean;
  /** Where the field is, for whoever leads people back to it. */
  field?: RefObject<HTMLInputElement | null>;
  /** What is not offered, such as what has been chosen before. */
  without: ReadonlySet<string>;
  /** What is offered before anything is typed. */
  suggested?: { label: string; items: readonly FoundItem[] };
  onPick: (item: FoundItem) => void;
  /** Escape leaves the finder, and not the dialog around it. */
  onLeave?: () => void;
}

/** Finds items of all sections as the command palette does, and hands on the one that is chosen. */
export function ItemFinder(props: ItemFinderProps) {
  const { label, hint, isFull = false, takesFocus = false, without, suggested, onPick, onLeave } = props;
  const ownField = useRef<HTMLInputElement>(null);
  const field = props.field ?? ownField;
  const [typed, setTyped] = useState("");
  const search = useTypedSearch(typed);
  const isFree = ({ ref }: FoundItem) => !without.has(ref);
  const found = search.results.flatMap(itemOfResult).filter(isFree).slice(0, MAX_FOUND);
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
    // Enter takes the first result; it must not send the form.
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
          placeholder="Search tools, news, papers, prompts, readings"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {hasTyped && <ItemChoices label="Found" choices={found} onPick={handlePick} isInView />}
      {hasTyped && found.length === 0 && (
        <output className="text-sm text-ink-muted">{wordsOf(search)}</output>
      )}
      {suggested && !hasTyped && !isFull && (
        <ItemChoices
          label={suggested.label}
          choices={suggested.items.filter(isFree).slice(0, MAX_SUGGESTED)}
          onPick={handlePick}
        />
      )}
    </div>
  );
}

/** A found thing as an item; comments are none. */
const itemOfResult = ({ kind, id, title }: SearchResult): FoundItem[] =>
  kind === "comment" ? [] : [{ ref: `${kind}:${id}`, title: plainText(title) }];

function wordsOf({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isPending) return "Searching…";
  return isError ? "Search failed. Keep typing to try again." : "No results.";
}
