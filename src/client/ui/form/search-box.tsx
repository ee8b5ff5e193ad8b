import { Search, X } from "lucide-react";
import { useRef } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { runShortcut } from "#client/ui/menu/shortcuts.tsx";

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
  /** Accessible name. */
  label: string;
  placeholder?: string;
  className?: string;
}

/** Search input with a clear button. The page-wide "/" key finds it by `data-page-search`. */
export function SearchBox({ value, onChange, label, placeholder, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);

  function handleClear() {
    onChange("");
    input.current?.focus();
  }

  return (
    <search className={classNames("relative block min-w-0 print:hidden", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={input}
        type="search"
        dir="auto"
        data-page-search
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            // Moves to the list below.
            runShortcut("j");
          } else if (event.key === "Escape") {
            if (value === "") event.currentTarget.blur();
            else onChange("");
          }
        }}
        className="h-control w-full truncate control pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={handleClear}
          className="absolute inset-y-0 right-0 flex size-control items-center justify-center rounded-control text-ink-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </search>
  );
}
