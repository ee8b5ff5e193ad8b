import { Download, Plus, Settings, Upload } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { useShortcut } from "#client/ui/menu/use-shortcut.ts";
import { PageHeader } from "#client/ui/page-header.tsx";

type OpenDialog = (dialog: "settings" | "import" | "export" | "add") => void;

/** Returns the actions of a library, for its header or a menu. */
export const libraryActions = (onOpen: OpenDialog) => [
  { label: "Settings", icon: <Settings aria-hidden />, onSelect: () => onOpen("settings") },
  { label: "Import", icon: <Upload aria-hidden />, onSelect: () => onOpen("import") },
  { label: "Export", icon: <Download aria-hidden />, onSelect: () => onOpen("export") },
];

interface LibraryHeaderProps {
  title: string;
  subtitle: string;
  addLabel: string;
  onOpen: OpenDialog;
}

/** Title of a library with its actions. On phones, all but the primary one are in the menu of the list. */
export function LibraryHeader({ title, subtitle, addLabel, onOpen }: LibraryHeaderProps) {
  return (
    <PageHeader
      isCompact
      title={title}
      subtitle={subtitle}
      actions={
        <>
          {libraryActions(onOpen).map(({ label, icon, onSelect }) => (
            <Button key={label} icon={icon} className="max-md:hidden md:max-lg:px-2.5" onClick={onSelect}>
              {label}
            </Button>
          ))}
          <AddButton label={addLabel} onAdd={() => onOpen("add")} />
        </>
      }
    />
  );
}

interface AddButtonProps {
  label: string;
  className?: string;
  onAdd: () => void;
}

/** Primary button of a library page. The key "n" activates it too. */
export function AddButton({ label, className, onAdd }: AddButtonProps) {
  useShortcut("n", onAdd);
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      aria-keyshortcuts="n"
      className={className}
      onClick={onAdd}
    >
      {label}
    </Button>
  );
}
