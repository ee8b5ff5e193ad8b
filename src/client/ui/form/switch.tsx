import { Field, Label, Switch as Control } from "@headlessui/react";

interface SwitchProps {
  label: string;
  /** Subject for screen readers, in a list of switches with the same label. */
  subject?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

/** Switch that takes effect at once. */
export function Switch({ label, subject, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <Field
      disabled={isDisabled}
      className="flex min-h-control items-center gap-2.5 data-disabled:opacity-50 md:min-h-control-small"
    >
      <Control
        checked={isOn}
        onChange={onChange}
        className="group inline-flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full bg-ink-faint transition-colors data-checked:bg-accent data-disabled:cursor-default"
      >
        <span className="size-4 translate-x-0.5 rounded-full bg-paper shadow-card transition-transform group-data-checked:translate-x-4.5" />
      </Control>
      <Label className="cursor-pointer text-sm text-ink data-disabled:cursor-default">
        {label}
        {subject !== undefined && <span className="sr-only">: {subject}</span>}
      </Label>
    </Field>
  );
}
