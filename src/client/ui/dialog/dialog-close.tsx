import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

import { useDialogClose } from "./dialog-guard.ts";

/** A footer's Cancel or Close button: it asks before typed text is thrown away, as Escape does. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>;
}
