import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { classNames } from "#client/ui/class-names.ts";

import { useFieldControl } from "./field.tsx";

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Omit<ComponentProps<"select">, "children" | "multiple" | "size"> {
  options: readonly SelectOption[];
  /** Empty first option, such as "Choose a modality". */
  placeholder?: string;
}

/** Native select in the product's style, because it is the fastest and most accessible one. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const control = useFieldControl(rest);
  return (
    <div className={classNames("relative min-w-0", className)}>
      <select {...rest} {...control} className="h-control w-full appearance-none truncate control pr-9 pl-3">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
    </div>
  );
}
