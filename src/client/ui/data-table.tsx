import { DataTableCards } from "./data-table-cards.tsx";
import type { DataTableProps } from "./data-table-column.ts";
import { DataTableGrid } from "./data-table-grid.tsx";
import { useIsMobile } from "./use-media-query.ts";

/**
 * Rows of one kind: a table, or a list of cards on small screens. It scrolls with the window, renders only the
 * rows in view, and its sticky header stops at the CSS variable `--sticky-top`. No ancestor may scroll by itself.
 */
export function DataTable<Row extends { id: string }, SortKey extends string = string>(
  props: DataTableProps<Row, SortKey>,
) {
  return useIsMobile() ? <DataTableCards {...props} /> : <DataTableGrid {...props} />;
}
