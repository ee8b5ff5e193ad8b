import type { ComponentProps, MouseEvent, ReactNode } from "react";

import { buttonStyle } from "./button-style.ts";
import type { ButtonSize, ButtonVariant } from "./button-style.ts";
import { Spinner } from "./feedback/skeleton.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** True to show a spinner and the pending label, and to ignore clicks. */
  isPending?: boolean;
  pendingLabel?: string;
}

/** Button. While pending it retains the keyboard focus, unlike a disabled one. */
export function Button({
  variant = "secondary",
  size = "medium",
  icon,
  isPending = false,
  pendingLabel,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={handleClick}
      className={buttonStyle(variant, size, className)}
    >
      {isPending ? <Spinner /> : icon}
      {isPending ? (pendingLabel ?? children) : children}
    </button>
  );
}
