import { Radio, RadioGroup } from "@headlessui/react";
import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  title?: string;
}

interface ChoiceBarProps<Value extends string> {
  /** Accessible name. */
  label: string;
  choices: readonly Choice<Value>[];
  chosen: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Set of choices side by side, as a single Tab stop. Arrow keys change the choice. */
export function ChoiceBar<Value extends string>(props: ChoiceBarProps<Value>) {
  const { label: name, choices, chosen, onChange, className } = props;
  return (
    <RadioGroup
      aria-label={name}
      value={chosen}
      onChange={onChange}
      className={classNames(
        "flex max-w-full flex-wrap print:hidden gap-1 rounded-control bg-sunken p-1 md:w-fit max-md:*:flex-auto",
        className,
      )}
    >
      {choices.map(({ value, label, icon, title }) => (
        <Radio
          key={value}
          value={value}
          title={title}
          className="flex h-control cursor-pointer items-center justify-center gap-1.5 rounded-chip px-2.5 text-xs font-medium text-ink-muted transition-colors select-none hover:text-ink data-checked:bg-surface data-checked:text-ink data-checked:shadow-card md:h-7 dark:data-checked:bg-pressed"
        >
          {icon}
          {label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
