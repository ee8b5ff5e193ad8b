import { createContext, useContext } from "react";

/** Closes the surrounding dialog. Asks first if typed text would be lost. */
export const DialogCloseContext = createContext<(() => void) | null>(null);

export function useDialogClose(): () => void {
  const close = useContext(DialogCloseContext);
  if (close === null) throw new Error("useDialogClose needs a Dialog around it");
  return close;
}
