import { CommandPalette } from "#client/ui/command-palette.tsx";

import { usePaletteGroups } from "./use-palette-groups.tsx";

interface PaletteProps {
  onClose: () => void;
  onShowKeys: () => void;
}

/** The command palette with all that the product offers. */
export function Palette({ onClose, onShowKeys }: PaletteProps) {
  return <CommandPalette isOpen onClose={onClose} groups={usePaletteGroups(onShowKeys)} />;
}
