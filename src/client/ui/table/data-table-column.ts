import type { ReactNode } from "react";

import type { Sort } from "#shared/kernel/sorting.ts";

interface ColumnOf<Row> {
  header: string;
  /** Content of a cell. Null, false or an empty text if the row has no value; cards omit these. */
  render: (row: Row) => ReactNode;
  /** Minimum readable width including padding, in rem. */
  width: number;
  /** Share of the extra width that the column takes; none by default. */
  grow?: number;
  /** Order in which columns are removed if they don't fit: 1 is first. Without it the column always stays. */
  stepsBack?: number;
  /** True to show the column before the others on cards. */
  leadsCard?: boolean;
  /** True to omit the column from cards. */
  isHiddenOnCard?: boolean;
  /** Placeholder while the rows load, instead of a line of text. */
  skeleton?: ReactNode;
}

/**
 * Column of a table. The first one names the row: its text becomes the button that opens it, so it contains no other
 * control.
 */
export type DataTableColumn<Row, SortKey extends string = string> = ColumnOf<Row> &
  ({ key: SortKey; isSortable: true } | { key: string; isSortable?: false });

/** Width of two small buttons. */
export const ACTIONS_WIDTH = 6.5;

export type RowKeys<Row> = Readonly<Record<string, (row: Row) => void>>;

export interface DataTableProps<Row extends { id: string }, SortKey extends string = string> {
  /** Accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly DataTableColumn<Row, SortKey>[];
  onOpen: (row: Row) => void;
  /** Ids of highlighted rows. */
  marked?: ReadonlySet<string>;
  /** Single-key actions for the focused row, such as "e" to edit it. */
  rowKeys?: RowKeys<Row>;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** Width of the buttons' column in rem; by default for two buttons. */
  actionsWidth?: number;
  sort?: Sort<SortKey> | null;
  /** Description of the default order, such as "Last updated first". */
  unsorted?: string;
  onSort?: (sort: Sort<SortKey>) => void;
}
