import { TextInput } from "./text-input.tsx";

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
