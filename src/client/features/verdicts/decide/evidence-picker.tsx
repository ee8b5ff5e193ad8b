import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

import { KINDS } from "#client/features/search/kinds.ts";
import { plainText } from "#client/features/search/marked-text.tsx";
import { useTypedSearch } from "#client/features/search/use-search.ts";
import { readRef } from "#client/features/verdicts/evidence-list.tsx";
import { ChoiceBar } from "#client/ui/choice-bar.tsx";
import { Field } from "#client/ui/field.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { TextInput } from "#client/ui/text-input.tsx";
import type { ItemRef } from "#shared/items.ts";
import type { Stance } from "#shared/rings.ts";
import type { SearchResult } from "#shared/search.ts";

/** One piece of evidence, with the title that it was chosen by. */
export interface PickedEvidence {
  ref: ItemRef;
  stance: Stance;
  title: string;
}

/** As many as the server takes. */
const MAX_PICKED = 20;

interface EvidencePickerProps {
  /** The tool itself is no evidence. */
  toolId: string;
  evidence: readonly PickedEvidence[];
  onChange: (evidence: readonly PickedEvidence[]) => void;
}

/** Finds things of all sections as the command palette does, and keeps those that speak for or against. */
export function EvidencePicker({ toolId, evidence, onChange }: EvidencePickerProps) {
  const [typed, setTyped] = useState("");
  const search = useTypedSearch(typed);
  const isFull = evidence.length >= MAX_PICKED;
  const picked = new Set<string>([`tool:${toolId}`, ...evidence.map(({ ref }) => ref)]);
  const found = search.results.flatMap((result) => {
    const ref = refOf(result);
    return ref === null || picked.has(ref)
      ? []
      : [{ ref, kind: result.kind, title: plainText(result.title) }];
  });

  function handlePick({ ref, title }: { ref: ItemRef; title: string }) {
    onChange([...evidence, { ref, title, stance: "for" }]);
    setTyped("");
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // Enter takes the first result; it must not send the form.
    event.preventDefault();
    const [first] = found;
    if (first && !search.isPending) handlePick(first);
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Evidence"
        hint={isFull ? `At most ${MAX_PICKED} pieces of evidence.` : "What speaks for it or against it."}
      >
        <TextInput
          value={typed}
          disabled={isFull}
          placeholder="Search tools, news, papers, prompts, readings"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {typed.trim() !== "" && (
        <Found found={found} isPending={search.isPending} isError={search.isError} onPick={handlePick} />
      )}
      {evidence.length > 0 && <Picked evidence={evidence} onChange={onChange} />}
    </div>
  );
}

/** How a found thing is named as evidence; comments are none. */
const refOf = ({ kind, id }: SearchResult): ItemRef | null => (kind === "comment" ? null : `${kind}:${id}`);

interface FoundProps {
  found: readonly { ref: ItemRef; kind: SearchResult["kind"]; title: string }[];
  isPending: boolean;
  isError: boolean;
  onPick: (found: { ref: ItemRef; title: string }) => void;
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

const STANCE_CHOICES = [
  { value: "for", label: "For" },
  { value: "against", label: "Against" },
] as const;

function Picked({ evidence, onChange }: Pick<EvidencePickerProps, "evidence" | "onChange">) {
  const setStance = (ref: ItemRef, stance: Stance) =>
    onChange(evidence.map((piece) => (piece.ref === ref ? { ...piece, stance } : piece)));
  return (
    <ul aria-label="Chosen evidence" className="flex flex-col gap-1.5">
      {evidence.map(({ ref, stance, title }) => {
        const { Icon } = KINDS[readRef(ref).kind];
        return (
          <li key={ref} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <span className="min-w-24 flex-1 truncate" title={title}>
              {title}
            </span>
            <ChoiceBar
              label={`${title} speaks`}
              choices={STANCE_CHOICES}
              chosen={stance}
              onChange={(next) => setStance(ref, next)}
            />
            <IconButton
              label={`Remove ${title}`}
              size="small"
              onClick={() => onChange(evidence.filter((piece) => piece.ref !== ref))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
