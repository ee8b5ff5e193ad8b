import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

import { useDialogClose } from "./dialog-guard.ts";

/** Cancel or Close button in a footer. Like Escape, it asks before discarding typed text. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>;
}
