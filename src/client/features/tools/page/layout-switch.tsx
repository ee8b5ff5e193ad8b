import { Grid3x3, Rows3 } from "lucide-react";

import { ChoiceBar } from "#client/ui/choice-bar.tsx";

import type { Layout } from "./tools-view-url.ts";

const ICON = "size-4 max-md:hidden";
const LAYOUTS = [
  { value: "table", label: "Table", icon: <Rows3 aria-hidden className={ICON} /> },
  { value: "landscape", label: "Landscape", icon: <Grid3x3 aria-hidden className={ICON} /> },
] as const;

interface LayoutSwitchProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** Shows the catalogue as a table or as a picture. */
export function LayoutSwitch({ layout, onChange }: LayoutSwitchProps) {
  return <ChoiceBar label="View" choices={LAYOUTS} chosen={layout} onChange={onChange} />;
}
