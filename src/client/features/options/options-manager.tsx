import { Plus, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import type { FormEvent, ReactNode } from "react";

import { Button, IconButton } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { optionNoun } from "#shared/tools/options.ts";
import type { OptionChange, OptionKind } from "#shared/tools/options.ts";

import type { OptionsStore } from "./use-custom-options.ts";

const PLURALS = { industry: "Industries", modality: "Modalities" };

interface OptionsManagerProps {
  kind: OptionKind;
  store: OptionsStore;
}

/** Editor for a list of options: add, remove, restore. */
export function OptionsManager({ kind, store }: OptionsManagerProps) {
  const toast = useToast();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  useUnsaved(typed.trim() !== "");
  const noun = optionNoun(kind);
  const hidden = store.hidden[kind];

  function report(change: OptionChange) {
    if (!change.ok) return;
    const doneWord = change.what.charAt(0).toUpperCase() + change.what.slice(1);
    toast.success(`${noun} ${doneWord}`, optionLabel(change.value));
  }

  function handleAdd(event: FormEvent) {
    event.preventDefault();
    const change = store.add(kind, typed);
    setError(change.ok ? undefined : change.message);
    if (change.ok) setTyped("");
    report(change);
  }

  function handleRestoreAll() {
    store.restoreAll(kind);
    toast.success("All Defaults Restored", PLURALS[kind]);
  }

  return (
    <section aria-label={PLURALS[kind]} className="min-w-0">
      <form noValidate onSubmit={handleAdd} className="flex items-start gap-2">
        <Field label={`Add ${noun}`} error={error} className="min-w-0 flex-1">
          <TextInput
            value={typed}
            placeholder={`New ${noun.toLowerCase()}`}
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        <Button type="submit" className="mt-6.5" icon={<Plus aria-hidden />}>
          Add
        </Button>
      </form>
      <OptionList
        title={`Active ${PLURALS[kind]}`}
        values={store.active[kind]}
        act="Remove"
        icon={<X aria-hidden />}
        onAct={(value) => report(store.remove(kind, value))}
      />
      {hidden.length > 0 && (
        <OptionList
          title="Restore Hidden Defaults"
          values={hidden}
          act="Restore"
          icon={<RotateCcw aria-hidden />}
          onAct={(value) => report(store.restore(kind, value))}
          action={
            <Button size="small" variant="ghost" onClick={handleRestoreAll}>
              Restore All Defaults
            </Button>
          }
        />
      )}
    </section>
  );
}

interface OptionListProps {
  title: string;
  values: readonly string[];
  act: "Remove" | "Restore";
  icon: ReactNode;
  onAct: (value: string) => void;
  action?: ReactNode;
}

function OptionList({ title, values, act, icon, onAct, action }: OptionListProps) {
  return (
    <div className="mt-4">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h4 className="text-xs font-medium text-ink-faint">{title}</h4>
        {action}
      </div>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {values.map((value) => (
          <li key={value} className="flex items-center justify-between gap-2 py-0.5 pr-1 pl-3">
            <span className="min-w-0 truncate">{optionLabel(value)}</span>
            <IconButton label={`${act} ${optionLabel(value)}`} size="small" onClick={() => onAct(value)}>
              {icon}
            </IconButton>
          </li>
        ))}
        {values.length === 0 && <li className="px-3 py-2 text-ink-faint">None</li>}
      </ul>
    </div>
  );
}
