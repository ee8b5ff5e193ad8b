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
            <span className="max-md:sr-only">Settings</span>
          </Button>
          <Button icon={<Upload aria-hidden />} onClick={() => onOpen("import")}>
            <span className="max-md:sr-only">Import</span>
          </Button>
          <Button icon={<Download aria-hidden />} onClick={() => onOpen("export")}>
            <span className="max-md:sr-only">Export</span>
          </Button>
          <AddButton label={addLabel} onAdd={() => onOpen("add")} />
        </>
      }
    />
  );
}
