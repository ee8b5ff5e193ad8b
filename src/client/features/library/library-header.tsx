import { Download, Plus, Settings, Upload } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { useShortcut } from "#client/ui/menu/use-shortcut.ts";
import { PageHeader } from "#client/ui/page-header.tsx";

interface LibraryHeaderProps {
  title: string;
  subtitle: string;
  addLabel: string;
  onOpen: (dialog: "settings" | "import" | "export" | "add") => void;
}

/** Title of a library with its actions. */
export function LibraryHeader({ title, subtitle, addLabel, onOpen }: LibraryHeaderProps) {
  return (
    <PageHeader
      title={title}
      subtitle={subtitle}
      actions={
        <>
          <Button icon={<Settings aria-hidden />} onClick={() => onOpen("settings")}>
            Settings
          </Button>
          <Button icon={<Upload aria-hidden />} onClick={() => onOpen("import")}>
            Import
          </Button>
          <Button icon={<Download aria-hidden />} onClick={() => onOpen("export")}>
            Export
          </Button>
          <AddButton label={addLabel} onAdd={() => onOpen("add")} />
        </>
      }
    />
  );
}

interface AddButtonProps {
  label: string;
  onAdd: () => void;
}

/** Primary button of a library page. The key "n" activates it too. */
export function AddButton({ label, onAdd }: AddButtonProps) {
  useShortcut("n", onAdd);
  return (
    <Button variant="primary" icon={<Plus aria-hidden />} aria-keyshortcuts="n" onClick={onAdd}>
      {label}
    </Button>
  );
}
