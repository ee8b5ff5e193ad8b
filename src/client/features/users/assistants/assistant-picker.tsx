import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";

import { type Assistant, ASSISTANTS } from "./assistants.ts";

interface AssistantPickerProps {
  chosen: Assistant;
  onChange: (assistant: Assistant) => void;
}

/** Choice of the assistant to connect. */
export function AssistantPicker({ chosen, onChange }: AssistantPickerProps) {
  return (
    <ChoiceBar
      label="Assistant"
      className="max-sm:grid max-sm:grid-cols-3 [&>*]:grow"
      choices={ASSISTANTS.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen.id}
      onChange={(id) => onChange(ASSISTANTS.find((assistant) => assistant.id === id) ?? chosen)}
    />
  );
}
