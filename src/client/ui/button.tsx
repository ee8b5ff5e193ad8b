import type { ComponentProps, MouseEvent, ReactNode } from "react";

import { buttonStyle } from "./button-style.ts";
import type { ButtonSize, ButtonVariant } from "./button-style.ts";
import { Spinner } from "./feedback/spinner.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner and the pending words, and ignores clicks. */
  isPending?: boolean;
  pendingLabel?: string;
}

/** A button. While pending it keeps the keyboard focus, which a disabled button would lose. */
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
