import { Download } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { useToast } from "#client/ui/toast.tsx";
import type { ExportFormat } from "#shared/export.ts";
import type { Tool } from "#shared/tools.ts";

import { ExportFormatPicker } from "./export-format-picker.tsx";
import { ExportToolPicker } from "./export-tool-picker.tsx";
import { useExport } from "./use-export.ts";

interface ExportDialogProps {
  tools: readonly Tool[];
  onClose: () => void;
}

/** Asks in which format to take which tools away; at first all of them, as JSON. */
export function ExportDialog({ tools, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>("json");
  const [selected, setSelected] = useState(() => new Set(tools.map(({ id }) => id)));
  const { exportTools, isPending } = useExport();
  const toast = useToast();
  const chosen = tools.filter(({ id }) => selected.has(id));

  async function handleSubmit() {
    if (chosen.length === 0) {
      toast.failure("No Tools Selected", "Please select at least one tool to export.");
      return;
    }
    const isAll = chosen.length === tools.length;
    const isSaved = await exportTools({ format, ...(!isAll && { selectedIds: chosen.map(({ id }) => id) }) });
    if (isSaved) onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Export for Presentations"
      description="Take your catalogue into slides, a spreadsheet or another program."
      size="large"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            icon={<Download aria-hidden />}
            isPending={isPending}
            pendingLabel="Exporting..."
          >
            Export {chosen.length === 1 ? "1 Tool" : `${chosen.length.toLocaleString("en-US")} Tools`}
          </Button>
        </>
      }
    >
      <ExportFormatPicker value={format} onChange={setFormat} />
      <ExportToolPicker tools={tools} selected={selected} onChange={setSelected} />
    </Dialog>
  );
}
