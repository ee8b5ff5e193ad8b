import { CopyCheck, ExternalLink } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";

import { itemAddress } from "#shared/kernel/item-address.ts";
import { type NearDuplicate, nearDuplicateFinder } from "#shared/prompts/near-duplicates.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import type { PromptForm } from "./prompt-form-values.ts";

const SHOWN = 3;

interface PromptDuplicatesProps {
  form: PromptForm;
  prompts: readonly Prompt[];
}

/** List of similar prompts, shown while the user types. It may lag behind typing. */
export function PromptDuplicates({ form, prompts }: PromptDuplicatesProps) {
  const name = useDeferredValue(useWatch({ control: form.control, name: "name" }));
  const prompt = useDeferredValue(useWatch({ control: form.control, name: "prompt" }));
  const find = useMemo(() => nearDuplicateFinder(prompts), [prompts]);
  const found = useMemo(() => find({ name, prompt }), [find, name, prompt]);
  const hidden = found.length - SHOWN;

  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <div className="mt-3 rounded-card border border-line bg-warning-soft p-3 text-sm">
          <p className="flex items-center gap-2 font-medium text-warning-ink">
            <CopyCheck aria-hidden className="size-4 shrink-0" />
            {found.length === 1 ? "There's already a similar prompt" : "There are already similar prompts"}
          </p>
          <ul className="mt-1.5 space-y-0.5">
            {found.slice(0, SHOWN).map((duplicate) => (
              <li key={duplicate.prompt.id} className="flex flex-wrap items-baseline gap-x-3">
                {/* In a tab of its own: what is typed here stays. */}
                <Link
                  to={itemAddress({ kind: "prompt", id: duplicate.prompt.id })}
                  target="_blank"
                  className="inline-flex min-w-0 items-center gap-1.5 rounded-chip text-accent-ink underline-offset-2 hover:underline max-md:min-h-11"
                >
                  <span className="truncate">{duplicate.prompt.name}</span>
                  <ExternalLink aria-label="(opens in a new tab)" className="size-3.5 shrink-0" />
                </Link>
                <span className="text-ink-muted">{formatLikeness(duplicate)}</span>
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className="mt-1 text-ink-muted">and {hidden} more</p>}
        </div>
      )}
    </div>
  );
}

function formatLikeness({ isSameName, similarity }: NearDuplicate<Prompt>): string {
  const text = similarity === 1 ? "same text" : similarity > 0 ? "almost the same text" : "";
  return [isSameName ? "same name" : "", text].filter(Boolean).join(", ");
}
