import type { ReactNode } from "react";

import type { ExportedFile } from "#shared/export.ts";

/** A format to choose. */
export interface ExportChoice<Format extends string> {
  format: Format;
  name: string;
  text: string;
  icon: ReactNode;
}

/** A thing that can be exported, as the list names it. */
export interface ExportItem {
  id: string;
  name: string;
  /** Stands behind the name, such as a version. */
  suffix?: string | null;
  /** Stands at the right, such as a company; the search covers it too. */
  detail?: string | null;
}

/** What can be exported, and how. */
export interface ExportSource<Format extends string> {
  title: string;
  description: string;
  /** What is exported, such as "tool". */
  noun: string;
  /** The first one is chosen at first. */
  choices: readonly [ExportChoice<Format>, ...ExportChoice<Format>[]];
  items: readonly ExportItem[];
  /** Of all items where no ids are given. */
  load: (request: { format: Format; selectedIds?: string[] }) => Promise<ExportedFile>;
}
