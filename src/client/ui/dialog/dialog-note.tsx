import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** Element for a dialog's notes; null until it is rendered. */
export const DialogNoteSlot = createContext<HTMLElement | null>(null);

/** Note in the surrounding dialog, above the buttons, so that the dialog's content doesn't move. */
export function DialogNote({ children }: { children: ReactNode }) {
  const slot = useContext(DialogNoteSlot);
  return slot && createPortal(children, slot);
}
