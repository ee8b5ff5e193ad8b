import { Ellipsis } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";

import { Button, IconButton } from "#client/ui/button.tsx";
import type { MenuEntry } from "#client/ui/menu/menu-list.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";

/** Closes the surrounding dialog. Asks first if typed text would be lost. */
export const DialogCloseContext = createContext<(() => void) | null>(null);

function useDialogClose(): () => void {
  const close = useContext(DialogCloseContext);
  if (close === null) throw new Error("useDialogClose needs a Dialog around it");
  return close;
}

/** Cancel or Close button in a footer. Like Escape, it asks before discarding typed text. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>;
}

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

/** Menu at the start of a footer, with the actions that are rarely used. */
export function FooterMenu({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <span className="flex-1">
      <Menu
        side="top start"
        trigger={
          <IconButton label="More">
            <Ellipsis aria-hidden />
          </IconButton>
        }
        groups={[entries]}
      />
    </span>
  );
}
