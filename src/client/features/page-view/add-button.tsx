import { Plus } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { useShortcut } from "#client/ui/use-shortcut.ts";

interface AddButtonProps {
  label: string;
  onAdd: () => void;
}

/** The first thing to do on the page of a library; "n" does it too. */
export function AddButton({ label, onAdd }: AddButtonProps) {
  useShortcut("n", onAdd);
  return (
    <Button variant="primary" icon={<Plus aria-hidden />} aria-keyshortcuts="n" onClick={onAdd}>
      {label}
    </Button>
  );
}
