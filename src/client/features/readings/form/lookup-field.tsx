import { WandSparkles } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { AddressInput } from "#client/ui/form/inputs.tsx";

import type { ReadingForm } from "./reading-form-values.ts";
import { useLookup } from "./use-lookup.ts";

/** Input for an ISBN or URL, which fills the empty fields of the form. */
export function LookupField({ form, className }: { form: ReadingForm; className?: string }) {
  const [text, setText] = useState("");
  const lookup = useLookup(form);
  useUnsaved(text.trim() !== "");

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // Enter must not submit the form.
    event.preventDefault();
    lookup.find(text);
  }

  return (
    <div className={className}>
      <Field
        label="Fill from ISBN or link"
        error={lookup.error}
        hint={
          <span aria-live="polite">{lookup.outcome || "Fills in empty fields only. Your text stays."}</span>
        }
      >
        <div className="flex gap-2">
          <AddressInput
            inputMode="text"
            value={text}
            placeholder="978-0-14-143954-9 or https://example.com/article"
            onChange={setText}
            onKeyDown={handleKeyDown}
          />
          <Button
            icon={<WandSparkles aria-hidden />}
            isPending={lookup.isPending}
            pendingLabel="Looking..."
            onClick={() => lookup.find(text)}
          >
            Fill
          </Button>
        </div>
      </Field>
    </div>
  );
}
