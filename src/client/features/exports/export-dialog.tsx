import { Download } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-buttons.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { optionLabel } from "#shared/kernel/text-rules.ts";

import { ExportItemPicker } from "./export-item-picker.tsx";
import type { ExportChoice, ExportSource } from "./export-source.ts";
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

interface ExportFormatPickerProps<Format extends string> {
  choices: readonly ExportChoice<Format>[];
  value: Format;
  onChange: (format: Format) => void;
}

/** Format choices as cards. */
function ExportFormatPicker<Format extends string>(props: ExportFormatPickerProps<Format>) {
  const { choices, value, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">Format</legend>
      <div className="grid grid-cols-1 gap-2 md:grid-cols-2">
        {choices.map(({ format, name, text, icon }) => (
          <label
            key={format}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border border-line-strong bg-surface px-3 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span aria-hidden className="row-span-2 text-ink-muted [&_svg]:size-5">
              {icon}
            </span>
            <span className="text-sm font-medium text-ink">{name}</span>
            <input
              type="radio"
              name="format"
              value={format}
              checked={format === value}
              onChange={() => onChange(format)}
              className="row-span-2 size-4 accent-accent outline-none"
            />
            <span className="col-start-2 text-xs text-pretty text-ink-muted">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
