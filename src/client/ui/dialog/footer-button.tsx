import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

interface FooterButtonProps {
  label: string;
  icon: ReactNode;
  keys?: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Button in a dialog's footer. On small screens only the icon is visible, so that all buttons fit in a row. */
export function FooterButton({ label, icon, keys, disabled, onClick }: FooterButtonProps) {
  return (
    <Button
      variant="ghost"
      className="max-md:size-control max-md:px-0"
      icon={icon}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
