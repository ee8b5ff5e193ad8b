import {
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Combobox as Root,
} from "@headlessui/react";
import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";

import { useFieldControl } from "./field-control.ts";
import type { SelectOption } from "./select.tsx";

/** More than anybody reads through; typing narrows the list. */
const SHOWN = 100;

interface ComboboxProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  /** The accessible name where no Field gives one. */
  label?: string;
  id?: string;
}

/** A select that can be searched by typing. */
export function Combobox({ value, onChange, options, placeholder, label, id }: ComboboxProps) {
  const control = useFieldControl({ id });
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const matches = options.filter((option) => option.label.toLowerCase().includes(wanted)).slice(0, SHOWN);
  const labelOf = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen;

  return (
    <Root
      value={value}
      immediate
      onChange={(chosen: string | null) => onChange(chosen ?? "")}
      onClose={() => setQuery("")}
    >
      <div className="relative">
        <ComboboxInput
          {...control}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          displayValue={labelOf}
          onChange={(event) => setQuery(event.target.value)}
          className="h-control w-full truncate control pr-10 pl-3"
        />
        <ComboboxButton
          aria-label="Show options"
          className="absolute inset-y-0 right-0 flex size-control items-center justify-center text-ink-faint"
        >
          <ChevronDown aria-hidden className="size-4" />
        </ComboboxButton>
      </div>
      <ComboboxOptions
        modal={false}
        anchor={{ to: "bottom start", gap: 4, padding: 8 }}
        transition
        className="z-60 max-h-72! w-(--input-width) overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-raised transition duration-100 outline-none data-closed:opacity-0"
      >
        {matches.map((option) => (
          <ComboboxOption
            key={option.value}
            value={option.value}
            className="group flex min-h-8 items-center gap-2 rounded-chip px-2 py-1 text-sm text-ink data-focus:bg-pressed max-md:min-h-11"
          >
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            <Check aria-hidden className="invisible size-4 text-accent-ink group-data-selected:visible" />
          </ComboboxOption>
        ))}
        {matches.length === 0 && (
          <p className="px-2 py-1.5 text-sm text-ink-faint">Nothing matches “{query}”</p>
        )}
      </ComboboxOptions>
    </Root>
  );
}
