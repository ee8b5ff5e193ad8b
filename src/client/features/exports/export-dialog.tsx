import { useVirtualizer } from "@tanstack/react-virtual";
import { Download } from "lucide-react";
import { useState, useDeferredValue, useMemo, useRef } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import { useIsMobile } from "#client/ui/use-media-query.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";

import { type ExportChoice, type ExportSource, type ExportItem, useExport } from "./use-export.ts";

interface ExportDialogProps<Format extends string> {
  source: ExportSource<Format>;
  onClose: () => void;
}

/** Dialog for choosing a format and items to export. Initially the first format and all items are selected. */
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

/** Formats to choose from, as cards. */
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

interface ExportItemPickerProps {
  source: Pick<ExportSource<string>, "items" | "noun" | "shownIds">;
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
}

const formatNumber = (count: number) => count.toLocaleString("en-US");

/** Checkbox list of fixed height that renders only visible rows. */
function ExportItemPicker({ source, selected, onChange }: ExportItemPickerProps) {
  const { items, noun, shownIds = [] } = source;
  const [search, setSearch] = useState("");
  const query = useDeferredValue(search.trim().toLowerCase());
  const shown = useMemo(
    () => items.filter(({ name, detail }) => `${name}\n${detail ?? ""}`.toLowerCase().includes(query)),
    [items, query],
  );
  const isAllShown = shown.every(({ id }) => selected.has(id));

  function toggle(ids: readonly string[], isWanted: boolean) {
    const next = new Set(selected);
    for (const id of ids) {
      if (isWanted) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  }

  return (
    <section aria-label={`${optionLabel(noun)}s to export`} className="mt-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-live="polite" className="text-sm text-ink">
          <span className="font-medium">{optionLabel(noun)}s</span>{" "}
          <span className="text-ink-muted tabular-nums">
            {formatNumber(selected.size)} of {formatNumber(items.length)} selected
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {shownIds.length > 0 && shownIds.length < items.length && (
            <Button size="small" onClick={() => onChange(new Set(shownIds))}>
              Only the {formatNumber(shownIds.length)} shown
            </Button>
          )}
          {/* Changes only the listed items, so that a search limits the selection. */}
          <Button
            size="small"
            disabled={shown.length === 0}
            onClick={() =>
              toggle(
                shown.map(({ id }) => id),
                !isAllShown,
              )
            }
          >
            {isAllShown ? "Deselect All" : "Select All"}
          </Button>
        </div>
      </div>
      <div className="overflow-hidden rounded-control border border-line-strong">
        <div className="border-b border-line p-2">
          <SearchBox
            value={search}
            onChange={setSearch}
            label={`Search ${noun}s to export`}
            placeholder="Search"
          />
        </div>
        {shown.length === 0 && (
          <p className="h-72 p-6 text-center text-sm text-ink-faint">No matching {noun}s.</p>
        )}
        {shown.length > 0 && (
          <ItemRows items={shown} selected={selected} onToggle={(id, isWanted) => toggle([id], isWanted)} />
        )}
      </div>
    </section>
  );
}

interface ItemRowsProps {
  items: readonly ExportItem[];
  selected: ReadonlySet<string>;
  onToggle: (id: string, isWanted: boolean) => void;
}

function ItemRows({ items, selected, onToggle }: ItemRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useIsMobile() ? 44 : 36;
  // oxlint-disable-next-line react/incompatible-library -- without React Compiler, nothing memoizes it
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });

  return (
    <div ref={box} className="h-72 overflow-y-auto overscroll-contain">
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              key={item.id}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <label className="flex h-full cursor-pointer items-center gap-3 px-3 hover:bg-sunken">
                <input
                  type="checkbox"
                  checked={selected.has(item.id)}
                  onChange={(event) => onToggle(item.id, event.target.checked)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 truncate text-sm font-medium text-ink">
                  {item.name}
                  {item.suffix && <span className="font-normal text-ink-faint"> {item.suffix}</span>}
                </span>
                <span className="ml-auto max-w-1/2 min-w-0 shrink-0 truncate text-sm text-ink-muted">
                  {item.detail}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
