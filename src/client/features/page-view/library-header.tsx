import { Download, Settings, Upload } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import { AddButton } from "./add-button.tsx";

interface LibraryHeaderProps {
  title: string;
  subtitle: string;
  addLabel: string;
  onOpen: (dialog: "settings" | "import" | "export" | "add") => void;
}

/** The name of a library and what can be done in it. */
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
