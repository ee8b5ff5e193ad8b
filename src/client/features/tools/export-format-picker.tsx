import { Braces, FileText, Presentation, Table } from "lucide-react";
import type { ReactNode } from "react";

import { EXPORT_FORMATS, type ExportFormat } from "#shared/export.ts";

const FORMATS: Record<ExportFormat, { name: string; text: string; icon: ReactNode }> = {
  json: { name: "JSON", text: "Every field, ready to be imported again", icon: <Braces /> },
  slides: {
    name: "Slides (PowerPoint)",
    text: "A deck with a chart and a slide per tool",
    icon: <Presentation />,
  },
  csv: { name: "CSV", text: "A table for Excel, Numbers or Google Sheets", icon: <Table /> },
  markdown: { name: "Markdown slides", text: "The deck as plain text, ready for Marp", icon: <FileText /> },
};

interface ExportFormatPickerProps {
  value: ExportFormat;
  onChange: (format: ExportFormat) => void;
}

/** The four formats as cards. */
export function ExportFormatPicker({ value, onChange }: ExportFormatPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">Format</legend>
      <div className="grid grid-cols-1 gap-2 md:grid-cols-2">
        {EXPORT_FORMATS.map((format) => (
          <label
            key={format}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border border-line-strong bg-surface px-3 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span aria-hidden className="row-span-2 text-ink-muted [&_svg]:size-5">
              {FORMATS[format].icon}
            </span>
            <span className="text-sm font-medium text-ink">{FORMATS[format].name}</span>
            <input
              type="radio"
              name="format"
              value={format}
              checked={format === value}
              onChange={() => onChange(format)}
              className="row-span-2 size-4 accent-accent outline-none"
            />
            <span className="col-start-2 text-xs text-pretty text-ink-muted">{FORMATS[format].text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
