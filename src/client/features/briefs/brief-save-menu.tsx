import { Download } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";

import type { useBriefFiles } from "./use-brief.ts";

interface BriefSaveMenuProps {
  files: ReturnType<typeof useBriefFiles>;
  onSaveSlides: () => void;
}

/** Menu that saves a brief as a file or copies it. */
export const BriefSaveMenu = ({ files, onSaveSlides }: BriefSaveMenuProps) => (
  <Menu
    trigger={
      <Button icon={<Download aria-hidden />} isPending={files.isSaving} pendingLabel="Saving...">
        Save As
      </Button>
    }
    groups={[
      [
        { label: "PowerPoint slides", onSelect: onSaveSlides },
        { label: "Markdown", onSelect: files.saveMarkdown },
      ],
      [{ label: "Copy for mail", onSelect: () => void files.copy() }],
    ]}
  />
);
