import { createContext, type ReactNode, useContext } from "react";

import { Button } from "#client/ui/button.tsx";

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
