import { type KeyboardEvent, useState } from "react";

import { Field } from "#client/ui/field.tsx";
import { TextInput } from "#client/ui/text-input.tsx";
import type { ItemRef } from "#shared/items.ts";
import type { SearchKind, SearchResult } from "#shared/search.ts";

import { KINDS } from "./kinds.ts";
import { plainText } from "./marked-text.tsx";
import { useTypedSearch } from "./use-search.ts";

/** An item as somebody has found it, with the title that it was chosen by. */
export interface FoundItem {
  ref: ItemRef;
  title: string;
}

interface ItemFinderProps {
  label: string;
  hint?: string | undefined;
  isDisabled?: boolean;
  /** The control is there because somebody wants to write in it. */
  takesFocus?: boolean;
  /** What is not offered, such as what has been chosen before. */
  without: ReadonlySet<string>;
  onPick: (item: FoundItem) => void;
  /** Escape leaves the finder, and not the dialog around it. */
  onLeave?: () => void;
}

/** Finds items of all sections as the command palette does, and hands on the one that is chosen. */
export function ItemFinder(props: ItemFinderProps) {
  const { label, hint, isDisabled = false, takesFocus = false, without, onPick, onLeave } = props;
  const [typed, setTyped] = useState("");
  const search = useTypedSearch(typed);
  const found = search.results.flatMap((result) => {
    const ref = refOf(result);
    if (ref === null || without.has(ref)) return [];
    return [{ ref, kind: result.kind, title: plainText(result.title) }];
  });

  function handlePick({ ref, title }: FoundItem) {
    onPick({ ref, title });
    setTyped("");
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "Escape" && onLeave) {
      event.preventDefault();
      onLeave();
    }
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    // Enter takes the first result; it must not send the form.
    event.preventDefault();
    const [first] = found;
    if (first && !search.isPending) handlePick(first);
  }

  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        <TextInput
          ref={takesFocus ? focus : undefined}
          value={typed}
          disabled={isDisabled}
          placeholder="Search tools, news, papers, prompts, readings"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {typed.trim() !== "" && (
        <Found found={found} isPending={search.isPending} isError={search.isError} onPick={handlePick} />
      )}
    </div>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/** How a found thing is named as an item; comments are none. */
const refOf = ({ kind, id }: SearchResult): ItemRef | null => (kind === "comment" ? null : `${kind}:${id}`);

interface FoundProps {
  found: readonly (FoundItem & { kind: SearchKind })[];
  isPending: boolean;
  isError: boolean;
  onPick: (item: FoundItem) => void;
}

function Found({ found, isPending, isError, onPick }: FoundProps) {
  if (found.length === 0) {
    const words = isError ? "The search failed. Type on to try again." : "No results.";
    return <output className="text-sm text-ink-muted">{isPending ? "Searching…" : words}</output>;
  }
  return (
    <ul aria-label="Found" className="overflow-hidden rounded-control border border-line">
      {found.map((result) => {
        const { one, Icon } = KINDS[result.kind];
        return (
          <li key={result.ref} className="border-b border-line last:border-b-0">
            <button
              type="button"
              onClick={() => onPick(result)}
              className="flex min-h-control w-full items-center gap-2.5 px-3 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 truncate">{result.title}</span>
              <span className="shrink-0 text-xs text-ink-faint">{one}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
