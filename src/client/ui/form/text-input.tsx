import type { ComponentProps } from "react";

import { classNames } from "#client/ui/class-names.ts";

import { useFieldControl } from "./field-control.ts";

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
