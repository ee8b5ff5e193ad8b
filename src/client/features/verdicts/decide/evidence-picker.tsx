import { type KeyboardEvent, useRef, useState } from "react";

import { plainText } from "#client/features/search/marked-text.tsx";
import { useTypedSearch } from "#client/features/search/use-search.ts";
import { Field } from "#client/ui/field.tsx";
import { TextInput } from "#client/ui/text-input.tsx";
import type { ItemRef } from "#shared/items.ts";
import type { SearchResult } from "#shared/search.ts";
import type { Tool } from "#shared/tools.ts";

import { type EvidenceChoice, EvidenceChoices } from "./evidence-choices.tsx";
import { type Piece, PickedEvidence } from "./picked-evidence.tsx";
import { useSuggestedEvidence } from "./use-suggested-evidence.ts";

/** As many as the server takes. */
const MAX_PICKED = 20;
/** More of them would push the form out of sight; another word finds what is not among them. */
const MAX_FOUND = 6;
const MAX_SUGGESTED = 3;

interface EvidencePickerProps {
  /** The tool itself is no evidence. */
  tool: Pick<Tool, "id" | "name">;
  evidence: readonly Piece[];
  onChange: (evidence: readonly Piece[]) => void;
}

/** Finds things of all sections as the command palette does, and keeps those that speak for or against. */
export function EvidencePicker({ tool, evidence, onChange }: EvidencePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const search = useTypedSearch(typed);
  const isFull = evidence.length >= MAX_PICKED;
  const picked = new Set<string>([`tool:${tool.id}`, ...evidence.map(({ ref }) => ref)]);
  const isFree = ({ ref }: EvidenceChoice) => !picked.has(ref);
  const found = search.results.flatMap(choiceOf).filter(isFree).slice(0, MAX_FOUND);
  const suggested = useSuggestedEvidence(tool.id).filter(isFree).slice(0, MAX_SUGGESTED);
  const hasTyped = typed.trim() !== "";

  // What was pressed goes away, and the next piece is looked for where the last one was.
  function handleChange(next: readonly Piece[]) {
    onChange(next);
    field.current?.focus();
  }
  function handlePick({ ref, title }: EvidenceChoice) {
    handleChange([...evidence, { ref, title, stance: "for" }]);
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
          ref={field}
          value={typed}
          readOnly={isFull}
          placeholder="Search tools, news, papers, prompts, readings"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {hasTyped && <EvidenceChoices label="Found" choices={found} onPick={handlePick} isInView />}
      {hasTyped && found.length === 0 && (
        <output className="text-sm text-ink-muted">{wordsOf(search)}</output>
      )}
      {!hasTyped && !isFull && (
        <EvidenceChoices label={`Newest about ${tool.name}`} choices={suggested} onPick={handlePick} />
      )}
      <PickedEvidence
        evidence={evidence}
        onStance={(ref, stance) =>
          onChange(evidence.map((piece) => (piece.ref === ref ? { ...piece, stance } : piece)))
        }
        onRemove={(ref) => handleChange(evidence.filter((piece) => piece.ref !== ref))}
      />
    </div>
  );
}

/** How a found thing is named as evidence; comments are none. */
function choiceOf({ kind, id, title }: SearchResult): EvidenceChoice[] {
  if (kind === "comment") return [];
  const ref: ItemRef = `${kind}:${id}`;
  return [{ ref, kind, title: plainText(title) }];
}

function wordsOf({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isPending) return "Searching…";
  return isError ? "The search failed. Type on to try again." : "No results.";
}
