import { useId, type ComponentProps } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { completeAddress } from "#shared/kernel/text-rules.ts";

import { useFieldControl } from "./field.tsx";
import { TextInput } from "./inputs.tsx";

interface AddressInputProps extends Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> {
  value: string;
  onChange: (value: string) => void;
}

/** Input for a URL. Adds a missing scheme, as for `chatgpt.com`, when it loses focus. */
export function AddressInput({ value, onChange, onBlur, ...rest }: AddressInputProps) {
  return (
    <TextInput
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => {
        const address = completeAddress(value);
        if (address !== value) onChange(address);
        onBlur?.(event);
      }}
    />
  );
}

export interface TextAreaProps extends ComponentProps<"textarea"> {
  /** Shows "n/max characters" below, in red above the maximum. */
  counter?: { length: number; max: number };
}

/** Multiline text input. */
export function TextArea({ className, counter, rows = 3, ...rest }: TextAreaProps) {
  const counterId = useId();
  const describedBy = [rest["aria-describedby"], counter && counterId].filter(Boolean).join(" ") || undefined;
  const control = useFieldControl({ ...rest, "aria-describedby": describedBy });
  return (
    <>
      <textarea
        dir="auto"
        {...rest}
        {...control}
        id={control.id}
        rows={rows}
        className={classNames("control block min-h-control w-full min-w-0 resize-y px-3 py-2", className)}
      />
      {counter && (
        <p
          id={counterId}
          className={classNames(
            "mt-1.5 text-right text-xs tabular-nums",
            counter.length > counter.max ? "font-medium text-danger-ink" : "text-ink-faint",
          )}
        >
          {counter.length}/{counter.max} characters
        </p>
      )}
    </>
  );
}
