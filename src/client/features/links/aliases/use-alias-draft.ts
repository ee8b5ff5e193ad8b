import { useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { aliasProblem, MAX_ALIASES } from "#shared/links/alias-rules.ts";

import { type AliasChange, useAliases, useSaveAliases } from "./use-aliases.ts";

const NONE: readonly string[] = [];

/** The other names of a tool as they are being changed in its form; of a new tool there are none yet. */
export function useAliasDraft(toolId: string | null) {
  const { items, isError, retry } = useAliases(toolId);
  const saveAliases = useSaveAliases();
  const [draft, setDraft] = useState<AliasChange | null>(null);
  // Ctrl or Cmd plus Enter adds what is typed and sends the form at once, before anything is rendered.
  const latest = useRef(draft);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const stored = toolId === null ? NONE : items?.map(({ spelled }) => spelled);
  const { base, value } = draft ?? { base: stored ?? NONE, value: stored ?? NONE };

  function put(next: AliasChange | null) {
    latest.current = next;
    setDraft(next);
    setError(undefined);
  }

  function refuse(reason: string): string {
    setError(reason);
    input.current?.focus();
    return reason;
  }

  /** Whether the names can be saved as far as that is known here; otherwise the field says why not. */
  function check(): boolean {
    const problem = problemOf(latest.current?.value ?? NONE);
    if (problem !== null) refuse(problem);
    return problem === null;
  }

  /** Saves what was changed. Gives the reason where a name was refused, which the field shows too. */
  async function save(id: string): Promise<string | null> {
    const change = latest.current;
    if (change === null) return null;
    setSaving(true);
    const { saved, error: refusal } = await saveAliases(id, change);
    setSaving(false);
    if (refusal === undefined) {
      put(null);
      return null;
    }
    const reason = messageOf(refusal, "The other names couldn't be saved. Please try again.");
    put({ base: saved, value: change.value });
    return refuse(reason);
  }

  return {
    value,
    error,
    isDirty: !isSame(base, value),
    isSaving,
    /** False until the stored names are here. */
    isKnown: draft !== null || stored !== undefined,
    isError,
    retry,
    input,
    change: (next: readonly string[]) => put({ base, value: next }),
    clear: () => put(null),
    check,
    save,
  };
}

/** What is wrong with other names, the name first. */
function problemOf(names: readonly string[]): string | null {
  if (names.length > MAX_ALIASES) return `A tool can have at most ${MAX_ALIASES} other names`;
  for (const name of names) {
    const problem = aliasProblem(name);
    if (problem !== null) return `“${name}”: ${problem}`;
  }
  return null;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

export type AliasDraft = ReturnType<typeof useAliasDraft>;
