import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  title?: string;
}

interface ChoiceBarProps<Value extends string> {
  /** The accessible name. */
  label: string;
  choices: readonly Choice<Value>[];
  chosen: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A few choices side by side, one of them pressed. */
export function ChoiceBar<Value extends string>(props: ChoiceBarProps<Value>) {
  const { label: name, choices, chosen, onChange, className } = props;
  return (
    <fieldset aria-label={name} className={classNames("flex gap-1 rounded-control bg-sunken p-1", className)}>
      {choices.map(({ value, label, icon, title }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          title={title}
          onClick={() => onChange(value)}
          className="flex h-control items-center justify-center gap-1.5 rounded-chip px-2.5 text-xs font-medium text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card md:h-7 dark:aria-pressed:bg-pressed"
        >
          {icon}
          {label}
        </button>
      ))}
    </fieldset>
  );
}
