import { Copy, FileText, RotateCcw } from "lucide-react";
import { type FormEvent, useState } from "react";

import { ItemNote } from "#client/features/live/item-note.tsx";
import { useCopyPrompt } from "#client/features/prompts/use-prompts.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextFrame } from "#client/ui/form/text-frame.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import {
  filledParts,
  fillVariables,
  parseVariables,
  type PromptVariable,
} from "#shared/prompts/prompt-variables.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import { VariableText } from "./variable-text.tsx";

interface UsePromptDialogProps {
  prompt: Prompt;
  onClose: () => void;
}

/** Dialog that fills in a prompt's variables and copies the result. The browser stores the values. */
export function UsePromptDialog({ prompt, onClose }: UsePromptDialogProps) {
  const [values, setValues] = useState(() => readVariableValues(prompt.id));
  const copyPrompt = useCopyPrompt();
  const variables = parseVariables(prompt.prompt);
  const filled = fillVariables(prompt.prompt, values);

  function handleChange(next: typeof values) {
    setValues(next);
    storeVariableValues(prompt.id, next);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void copyPrompt(filled);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title="Use Prompt"
      description={prompt.name}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button
            icon={<FileText aria-hidden />}
            onClick={() => void copyPrompt(promptAsMarkdown(prompt, filled), "Prompt copied as Markdown")}
          >
            Copy as Markdown
          </Button>
          <Button variant="primary" type="submit" icon={<Copy aria-hidden />}>
            Copy Prompt
          </Button>
        </>
      }
    >
      <ItemNote />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
        <VariableFields variables={variables} values={values} onChange={handleChange} />
        <TextFrame label="Filled prompt" className="self-start md:sticky md:top-0">
          <VariableText parts={filledParts(prompt.prompt, values)} />
        </TextFrame>
      </div>
    </Dialog>
  );
}

/** Returns a filled-in prompt as Markdown: its name, its purpose, and its text in a code fence. */
export function promptAsMarkdown({ name, purpose }: Pick<Prompt, "name" | "purpose">, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`## ${name}`, purpose?.trim(), `${fence}text\n${text}\n${fence}`].filter(Boolean).join("\n\n");
}

interface VariableFieldsProps {
  variables: readonly PromptVariable[];
  values: VariableValues;
  onChange: (values: VariableValues) => void;
}

/** Input for each variable of a prompt. */
function VariableFields({ variables, values, onChange }: VariableFieldsProps) {
  if (variables.length === 0) {
    return (
      <p className="text-pretty text-ink-muted">
        This prompt has no variables. Edit it and add {"{{name}}"} wherever you want to fill in a value.
      </p>
    );
  }
  const hasValues = variables.some(({ name }) => values[name]);
  return (
    <div className="space-y-4">
      {variables.map(({ name, defaultValue }) => (
        <Field key={name} label={name}>
          <TextArea
            rows={2}
            value={values[name] ?? ""}
            placeholder={defaultValue ?? undefined}
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          />
        </Field>
      ))}
      {hasValues && (
        <Button size="small" variant="ghost" icon={<RotateCcw aria-hidden />} onClick={() => onChange({})}>
          Clear All
        </Button>
      )}
    </div>
  );
}

const STORAGE_KEY = "prompt-variable-values";
/** Maximum number of prompts with stored values. The least recently used are dropped. */
const MAX_PROMPTS = 100;

type VariableValues = Record<string, string>;

interface Entry {
  promptId: string;
  values: VariableValues;
}

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === "object" &&
  entry !== null &&
  "promptId" in entry &&
  typeof entry.promptId === "string" &&
  "values" in entry &&
  typeof entry.values === "object" &&
  entry.values !== null &&
  Object.values(entry.values).every((value) => typeof value === "string");

/** Returns the user's last values for a prompt in this browser. */
function readVariableValues(promptId: string): VariableValues {
  return readEntries().find((entry) => entry.promptId === promptId)?.values ?? {};
}

function storeVariableValues(promptId: string, values: VariableValues): void {
  const others = readEntries().filter((entry) => entry.promptId !== promptId);
  const isEmpty = Object.values(values).every((value) => value === "");
  const entries = isEmpty ? others : [{ promptId, values }, ...others];
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(entries.slice(0, MAX_PROMPTS)));
  } catch {
    // If storage is blocked or full, the values are lost when the dialog closes.
  }
}

function readEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) && stored.every((entry) => isEntry(entry)) ? stored : [];
  } catch {
    return [];
  }
}
