import { Select, type SelectOption } from "#client/ui/form/select.tsx";

import { chosenIn } from "./option-choices.ts";

interface OptionFilterProps {
  label: string;
  /** Label of the unfiltered choice, such as "All Tags". */
  all: string;
  choices: readonly SelectOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  className: string;
}

export function OptionFilter({ label, all, choices, value, onChange, className }: OptionFilterProps) {
  return (
    <Select
      aria-label={label}
      className={className}
      placeholder={all}
      options={choices}
      value={chosenIn(choices, value)}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}
