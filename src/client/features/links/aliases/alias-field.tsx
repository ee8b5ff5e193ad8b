import { Plus } from "lucide-react";
import { useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TagInput } from "#client/ui/form/tag-input.tsx";
import { webAddress } from "#client/ui/links.tsx";
import { findAliasIssue, MAX_ALIASES, foldName } from "#shared/mentions/names/names.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { type AliasChange, useAliases, useSaveAliases } from "./use-aliases.ts";

interface AliasFieldProps {
  draft: AliasDraft;
  /** Name and URL of the tool in the form. */
  name: string;
  address: string;
}

/** Field for a tool's aliases. Texts that use an alias are linked to the tool. */
export function AliasField({ draft, name, address }: AliasFieldProps) {
  const { value, error, isKnown, isError, retry, input, change } = draft;
  const suggested = isKnown ? suggestAliases(address, [name, ...value]) : [];
  return (
    <Field
      label="Also known as"
      error={isError ? "The other names couldn't be loaded." : error}
      hint={
        suggested.length > 0 ? (
          <span className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
            Suggested:
            {suggested.map((alias) => (
              <Button
                key={alias}
                variant="ghost"
                size="small"
                className="max-w-full px-1.5"
                icon={<Plus aria-hidden />}
                onClick={() => {
                  change([...value, alias]);
                  input.current?.focus();
                }}
              >
                <span className="truncate">{alias}</span>
              </Button>
            ))}
          </span>
        ) : (
          "News, papers and prompts that use these names are linked to this tool."
        )
      }
      action={
        isError && (
          <Button variant="ghost" size="small" onClick={retry}>
            Try Again
          </Button>
        )
      }
      className="md:col-span-2"
    >
      {isKnown || isError ? (
        <TagInput ref={input} value={value} onChange={change} placeholder="Another name" addOnBlur />
      ) : (
        <Skeleton className="h-control" />
      )}
    </Field>
  );
}

/** Suggests aliases from a tool's URL, such as "openai.com/whisper", except those already taken. */
export function suggestAliases(address: string, taken: readonly string[]): string[] {
  const url = webAddress(address.trim());
  if (url === null) return [];
  const name = `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/+$/u, "")}`;
  const isTaken = taken.some((other) => foldName(other) === foldName(name));
  return isTaken || findAliasIssue(name) !== null ? [] : [name];
}

const NO_ALIASES: readonly string[] = [];

/** Manages a tool's aliases in its form. `toolId` is null for a new tool. */
export function useAliasDraft(toolId: string | null) {
  const { items, isError, retry } = useAliases(toolId);
  const saveAliases = useSaveAliases();
  const [draft, setDraft] = useState<AliasChange | null>(null);
  // Ctrl or Cmd plus Enter adds the typed alias and submits the form immediately, before the next render.
  const latest = useRef(draft);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const stored = toolId === null ? NO_ALIASES : items?.map(({ spelled }) => spelled);
  const { base, value } = draft ?? { base: stored ?? NO_ALIASES, value: stored ?? NO_ALIASES };

  function updateDraft(next: AliasChange | null) {
    latest.current = next;
    setDraft(next);
    setError(undefined);
  }

  function showProblem(reason: string): string {
    setError(reason);
    input.current?.focus();
    return reason;
  }

  /** Returns true if the aliases are valid. Otherwise the field shows an error. */
  function check(): boolean {
    const problem = findProblem(latest.current?.value ?? NO_ALIASES);
    if (problem !== null) showProblem(problem);
    return problem === null;
  }

  /** Saves changed aliases. Returns the error if one was refused, which the field also shows. */
  async function save(id: string): Promise<string | null> {
    const change = latest.current;
    if (change === null) return null;
    setSaving(true);
    const { saved, error: refusal } = await saveAliases(id, change);
    setSaving(false);
    if (refusal === undefined) {
      updateDraft(null);
      return null;
    }
    const reason = messageOf(refusal, "The other names couldn't be saved. Please try again.");
    updateDraft({ base: saved, value: change.value });
    return showProblem(reason);
  }

  return {
    value,
    error,
    isDirty: !isSame(base, value),
    isSaving,
    /** False until the stored aliases are loaded. */
    isKnown: draft !== null || stored !== undefined,
    isError,
    retry,
    input,
    change: (next: readonly string[]) => updateDraft({ base, value: next }),
    clear: () => updateDraft(null),
    check,
    save,
  };
}

/** Returns the first problem with the aliases. The message quotes the alias. */
function findProblem(names: readonly string[]): string | null {
  if (names.length > MAX_ALIASES) return `A tool can have at most ${MAX_ALIASES} other names`;
  for (const name of names) {
    const problem = findAliasIssue(name);
    if (problem !== null) return `“${isolate(name)}”: ${problem}`;
  }
  return null;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

export type AliasDraft = ReturnType<typeof useAliasDraft>;
