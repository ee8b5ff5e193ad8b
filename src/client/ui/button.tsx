import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";

import { Spinner } from "#client/ui/feedback/progress.tsx";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";

import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium";

// In forced-colours mode, the border is visible although it is transparent; the background is not.
const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border border-transparent bg-accent text-on-accent shadow-card hover:bg-accent-hover",
  secondary: "border border-line-strong bg-surface text-ink shadow-card hover:bg-sunken active:bg-pressed",
  ghost: "text-ink-muted hover:bg-sunken hover:text-ink active:bg-pressed",
  danger: "border border-transparent bg-danger text-on-danger shadow-card hover:bg-danger-hover",
};

const SIZES: Record<ButtonSize, string> = {
  small: "h-control-small gap-1.5 px-2.5 text-xs",
  medium: "h-control gap-2 px-3.5 text-sm",
};

/** Returns the style of a button, for buttons and links that look like one. */
export const buttonStyle = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  classNames(
    "inline-flex shrink-0 select-none print:hidden items-center justify-center rounded-control font-medium whitespace-nowrap",
    "transition-[color,background-color,border-color] duration-100 disabled:opacity-50 aria-disabled:opacity-75 [&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
    className,
  );

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** True to show a spinner and the pending label, and to ignore clicks. */
  isPending?: boolean;
  pendingLabel?: string;
}

/** Time in milliseconds during which further clicks are ignored, because `isPending` is not set yet. */
const IGNORE_CLICKS_MS = 300;

/** Button. A pending one keeps the keyboard focus, unlike a disabled one. Repeated clicks start its work only once. */
export function Button({
  variant = "secondary",
  size = "medium",
  icon,
  isPending,
  pendingLabel,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isPending) startedAt.current = Number.NEGATIVE_INFINITY;
  }, [isPending]);

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    const { timeStamp, currentTarget } = event;
    if (isPending || timeStamp - startedAt.current < IGNORE_CLICKS_MS) {
      event.preventDefault();
      return;
    }
    if (isPending !== undefined) {
      startedAt.current = timeStamp;
      // Changed input makes the next click a new request.
      const allowClick = () => {
        startedAt.current = Number.NEGATIVE_INFINITY;
      };
      currentTarget.form?.addEventListener("input", allowClick, { once: true });
    }
    onClick?.(event);
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

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** Accessible name, also used as the tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Square button with only an icon. */
export function IconButton({
  label,
  variant = "ghost",
  size = "medium",
  className = "",
  type = "button",
  ...rest
}: IconButtonProps) {
  const square = size === "small" ? "size-control-small" : "size-control";
  return (
    <Tooltip label={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={buttonStyle(variant, size, `${square} px-0 ${className}`)}
      />
    </Tooltip>
  );
}
