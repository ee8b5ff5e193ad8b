import { useId } from "react";
import type { ComponentProps } from "react";

import { classNames } from "#client/ui/class-names.ts";

import { useFieldControl } from "./field.tsx";

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
