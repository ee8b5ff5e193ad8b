import type { ReactNode } from "react";

import type { Sort } from "#shared/sorting.ts";

interface ColumnOf<Row> {
  header: string;
  render: (row: Row) => ReactNode;
  /** Any CSS width; columns without one share what is left. */
  width?: string;
  /** For the header and the cells, such as "max-lg:hidden". */
  className?: string;
  /** Left out of the cards on small screens. */
  isHiddenOnCard?: boolean;
}

/** One column. The first one names the row: its text becomes the button that opens it, so it holds no other control. */
export type DataTableColumn<Row, SortKey extends string = string> = ColumnOf<Row> &
  ({ key: SortKey; isSortable: true } | { key: string; isSortable?: false });

export type RowKeys<Row> = Readonly<Record<string, (row: Row) => void>>;

export interface DataTableProps<Row extends { id: string }, SortKey extends string = string> {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly DataTableColumn<Row, SortKey>[];
  onOpen: (row: Row) => void;
  /** What single keys do with the row that has the focus, such as "e" to edit it. */
  rowKeys?: RowKeys<Row>;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** The width of their column: room for two buttons unless told otherwise. */
  actionsWidth?: string;
  sort?: Sort<SortKey> | null;
  onSort?: (sort: Sort<SortKey>) => void;
}
