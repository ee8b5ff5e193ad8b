import { Download, Presentation } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";

import type { useBriefFiles } from "./use-brief.ts";

interface BriefSaveMenuProps {
  files: ReturnType<typeof useBriefFiles>;
  onSaveSlides: () => void;
}

/** Button that saves a brief as slides, and a menu that saves it as text or copies it. */
export const BriefSaveMenu = ({ files, onSaveSlides }: BriefSaveMenuProps) => (
  <>
    <Button
      icon={<Presentation aria-hidden />}
      isPending={files.isSaving}
      pendingLabel="Saving..."
      onClick={onSaveSlides}
    >
      PowerPoint
    </Button>
    <Menu
      trigger={<Button icon={<Download aria-hidden />}>Save As</Button>}
      groups={[
        [
          { label: "Markdown", onSelect: files.saveMarkdown },
          { label: "Copy for Mail", onSelect: () => void files.copy() },
        ],
      ]}
    />
  </>
);
