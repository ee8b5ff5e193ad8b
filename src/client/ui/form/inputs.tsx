import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { classNames } from "#client/ui/class-names.ts";

import { useFieldControl } from "./field.tsx";

/** Single-line text input. Accepts all props of a native input, including a ref and react-hook-form's register. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  const control = useFieldControl(rest);
  return (
    <input
      dir="auto"
      {...rest}
      {...control}
      type={type}
      className={classNames("control h-control w-full min-w-0 px-3", className)}
    />
  );
}

interface DayInputProps {
  label: string;
  /** "2024-03-04" */
  value: string | null;
  min?: string | null;
  max?: string | null;
  onChange: (day: string | null) => void;
}

/** Date filter, with its label above it on small screens and next to it on others. */
export function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <label className="flex min-w-0 flex-col gap-x-2 gap-y-1 text-xs text-ink-faint md:flex-row md:items-center">
      {label}
      <TextInput
        type="date"
        className="md:w-38"
        value={value ?? ""}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </label>
  );
}

/** Password input with a button that shows the text. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? "text" : "password"} className="pr-11" spellCheck={false} />
      <button
        type="button"
        // Omits the word "password", so that only the field itself is found by that name.
        aria-label={isShown ? "Hide characters" : "Show characters"}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex size-control items-center justify-center rounded-control text-ink-faint hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
