import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** Where a dialog shows notes, once it is there. */
export const DialogNoteSlot = createContext<HTMLElement | null>(null);

/** Says something in the dialog around it, above the buttons, so that what one reads or types there stays in its place. */
export function DialogNote({ children }: { children: ReactNode }) {
  const slot = useContext(DialogNoteSlot);
  return slot && createPortal(children, slot);
}
