import type { ExportChoice } from "./export-source.ts";

interface ExportFormatPickerProps<Format extends string> {
  choices: readonly ExportChoice<Format>[];
  value: Format;
  onChange: (format: Format) => void;
}

/** Format choices as cards. */
export function ExportFormatPicker<Format extends string>(props: ExportFormatPickerProps<Format>) {
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
