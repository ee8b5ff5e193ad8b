import type { ReactNode } from "react";

import type { ExportedFile } from "#shared/export.ts";

/** Export format to choose. */
export interface ExportChoice<Format extends string> {
  format: Format;
  name: string;
  text: string;
  icon: ReactNode;
}

/** Exportable item in the list. */
export interface ExportItem {
  id: string;
  name: string;
  /** Text after the name, such as a version. */
  suffix?: string | null;
  /** Text on the right, such as a company. The search covers it too. */
  detail?: string | null;
}

export interface ExportSource<Format extends string> {
  title: string;
  description: string;
  /** Noun for the items, such as "tool". */
  noun: string;
  /** The first one is preselected. */
  choices: readonly [ExportChoice<Format>, ...ExportChoice<Format>[]];
  items: readonly ExportItem[];
  /** Ids of the items that match the page's filters. */
  shownIds?: readonly string[];
  /** Further choices of a format. */
  renderOptions?: (format: Format) => ReactNode;
  /** Exports the selected items, or all without ids. */
  load: (request: { format: Format; selectedIds?: string[] }) => Promise<ExportedFile>;
}
