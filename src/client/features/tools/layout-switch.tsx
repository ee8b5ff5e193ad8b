import { Grid3x3, Rows3 } from "lucide-react";

import type { Layout } from "./tools-view-url.ts";

const LAYOUTS = [
  { layout: "table", label: "Table", Icon: Rows3 },
  { layout: "landscape", label: "Landscape", Icon: Grid3x3 },
] as const;

interface LayoutSwitchProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** Shows the catalogue as a table or as a picture. */
export function LayoutSwitch({ layout: chosen, onChange }: LayoutSwitchProps) {
  return (
    <fieldset aria-label="View" className="flex gap-1 rounded-control bg-sunken p-1">
      {LAYOUTS.map(({ layout, label, Icon }) => (
        <button
          key={layout}
          type="button"
          aria-pressed={layout === chosen}
          onClick={() => onChange(layout)}
          className="flex h-control items-center gap-1.5 rounded-chip px-2.5 text-xs font-medium text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card md:h-7 dark:aria-pressed:bg-pressed"
        >
          <Icon aria-hidden className="size-4 max-md:hidden" />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
