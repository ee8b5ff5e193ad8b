import { useId } from "react";

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="inline-flex min-h-control items-center gap-2.5">
      <button
        id={id}
        aria-labelledby={`${id}-label`}
        type="button"
        role="switch"
        aria-checked={isOn}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
        className="group relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong px-0.5 transition-colors after:absolute after:-inset-3 disabled:opacity-50 aria-checked:bg-accent"
      >
        <span className="size-4 rounded-full bg-paper shadow-card transition-transform group-aria-checked:translate-x-4" />
      </button>
      <label id={`${id}-label`} htmlFor={id} className="cursor-pointer text-sm text-ink select-none">
        {label}
      </label>
    </div>
  );
}
