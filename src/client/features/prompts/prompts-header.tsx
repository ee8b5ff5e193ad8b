import { Download, Plus, Settings, Upload } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import type { PromptsDialog } from "./prompts-view-url.ts";

/** The name of the section and what can be done in it. */
export function PromptsHeader({ onOpen }: { onOpen: (dialog: PromptsDialog) => void }) {
  return (
    <PageHeader
      title="Prompt Stack"
      subtitle="Manage and discover AI prompts"
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
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            aria-keyshortcuts="n"
            onClick={() => onOpen("add")}
          >
            Add Prompt
          </Button>
        </>
      }
    />
  );
}
