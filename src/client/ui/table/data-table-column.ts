import type { ReactNode } from "react";

import type { Sort } from "#shared/kernel/sorting.ts";

interface ColumnOf<Row> {
  header: string;
  /** What stands in a row; null, false or empty text where the row has nothing, which cards then leave out. */
  render: (row: Row) => ReactNode;
  /** The least width at which it can be read, padding included, in rem. */
  width: number;
  /** Grows where there is room to spare; others keep their width. */
  isFluid?: boolean;
  /** Its turn to give way where not all columns have room: 1 goes first. Without it the column always stays. */
  stepsBack?: number;
  /** Left out of the cards. */
  isHiddenOnCard?: boolean;
  /** Holds its place while the rows are on their way, instead of a line of text. */
  skeleton?: ReactNode;
}

/** One column. The first one names the row: its text becomes the button that opens it, so it holds no other control. */
export type DataTableColumn<Row, SortKey extends string = string> = ColumnOf<Row> &
  ({ key: SortKey; isSortable: true } | { key: string; isSortable?: false });

/** Room for two small buttons. */
export const ACTIONS_WIDTH = 6.5;

export type RowKeys<Row> = Readonly<Record<string, (row: Row) => void>>;

export interface DataTableProps<Row extends { id: string }, SortKey extends string = string> {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly DataTableColumn<Row, SortKey>[];
  onOpen: (row: Row) => void;
  /** Rows that look as if somebody had just touched them. */
  marked?: ReadonlySet<string>;
  /** What single keys do with the row that has the focus, such as "e" to edit it. */
  rowKeys?: RowKeys<Row>;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** The width of their column in rem: room for two buttons unless set. */
  actionsWidth?: number;
  sort?: Sort<SortKey> | null;
  /** How the rows stand as long as nobody has sorted them, such as "Last updated first". */
  unsorted?: string;
  onSort?: (sort: Sort<SortKey>) => void;
}
