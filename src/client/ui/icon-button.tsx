import { Star } from "lucide-react";
import type { ComponentProps } from "react";

import { Tooltip } from "#client/ui/feedback/tooltip.tsx";

import { type ButtonSize, buttonStyle, type ButtonVariant } from "./button.tsx";
import { classNames } from "./class-names.ts";

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

interface StarButtonProps {
  isStarred: boolean;
  onStar: (isStarred: boolean) => void;
  /** Name of the item, for a list of many. */
  name?: string;
}

/** Button that stars an item for this user, or removes the star. */
export function StarButton({ isStarred, onStar, name = "" }: StarButtonProps) {
  const label = isStarred ? "Remove star" : "Star";
  return (
    <IconButton
      size="small"
      label={name === "" ? label : `${label}: ${name}`}
      aria-pressed={isStarred}
      aria-keyshortcuts="s"
      onClick={() => onStar(!isStarred)}
    >
      <Star aria-hidden className={classNames(isStarred && "fill-current text-accent-ink")} />
    </IconButton>
  );
}
