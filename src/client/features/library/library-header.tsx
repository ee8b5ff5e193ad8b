import { Download, Plus, Settings, Upload } from "lucide-react";
import type { ReactElement } from "react";

import { Button } from "#client/ui/button.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

type OpenDialog = (dialog: "settings" | "import" | "export" | "add") => void;

interface LibraryAction {
  label: string;
  icon: ReactElement;
  onSelect: () => void;
}

/** Returns the actions of a library, for its header or a menu. */
export const libraryActions = (onOpen: OpenDialog) => ({
  settings: { label: "Settings", icon: <Settings aria-hidden />, onSelect: () => onOpen("settings") },
  importing: { label: "Import", icon: <Upload aria-hidden />, onSelect: () => onOpen("import") },
  exporting: { label: "Export", icon: <Download aria-hidden />, onSelect: () => onOpen("export") },
});

interface LibraryHeaderProps {
  title: string;
  subtitle: string;
  /** Actions beside the primary one. On phones, the list's menu contains them. */
  actions?: readonly LibraryAction[];
  addLabel: string;
  onAdd: () => void;
}

/** Title of a library, with its most common actions. */
export function LibraryHeader({ title, subtitle, actions, addLabel, onAdd }: LibraryHeaderProps) {
  return (
    <PageHeader
      isCompact
      title={title}
      subtitle={subtitle}
      actions={
        <>
          {actions?.map(({ label, icon, onSelect }) => (
            <Button key={label} icon={icon} className="max-md:hidden md:max-lg:px-2.5" onClick={onSelect}>
              {label}
            </Button>
          ))}
          <AddButton label={addLabel} onAdd={onAdd} />
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
