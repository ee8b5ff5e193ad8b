import type { ComponentProps } from "react";

import { type ButtonSize, buttonStyle, type ButtonVariant } from "./button.tsx";
import { Tooltip } from "./feedback/tooltip.tsx";

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
