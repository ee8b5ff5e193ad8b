import { Download } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-buttons.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { optionLabel } from "#shared/kernel/text.ts";

import { ExportFormatPicker } from "./export-format-picker.tsx";
import { ExportItemPicker } from "./export-item-picker.tsx";
import type { ExportSource } from "./export-source.ts";
import { useExport } from "./use-export.ts";

interface ExportDialogProps<Format extends string> {
  source: ExportSource<Format>;
  onClose: () => void;
}

/** Dialog for choosing a format and the items to export. All items and the first format are preselected. */
export function ExportDialog<Format extends string>({ source, onClose }: ExportDialogProps<Format>) {
  const { items, noun, choices } = source;
  const nouns = optionLabel(`${noun}s`);
  const [format, setFormat] = useState(choices[0].format);
  const [selected, setSelected] = useState(() => new Set(items.map(({ id }) => id)));
  const { save, isPending } = useExport();
  const toast = useToast();
  const chosen = items.filter(({ id }) => selected.has(id));

  async function handleSubmit() {
    if (chosen.length === 0) {
      toast.failure(`No ${nouns} Selected`, `Please select at least one ${noun} to export.`);
      return;
    }
    const isAll = chosen.length === items.length;
    const selectedIds = isAll ? undefined : chosen.map(({ id }) => id);
    if (await save(source.load({ format, ...(selectedIds && { selectedIds }) }))) onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={source.title}
      description={source.description}
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
            Export {chosen.length.toLocaleString("en-US")} {chosen.length === 1 ? optionLabel(noun) : nouns}
          </Button>
        </>
      }
    >
      <ExportFormatPicker choices={choices} value={format} onChange={setFormat} />
      {source.renderOptions?.(format)}
      <ExportItemPicker source={source} selected={selected} onChange={setSelected} />
    </Dialog>
  );
}
