import { MAX_PRINTED_ROWS, useIsPrinting } from "#client/ui/use-media-query.ts";

import { useColumnFit } from "./column-fit.ts";
import { DataTableCards } from "./data-table-cards.tsx";
import { ACTIONS_WIDTH } from "./data-table-column.ts";
import type { DataTableProps } from "./data-table-column.ts";
import { DataTableGrid } from "./data-table-grid.tsx";
import { SortPicker } from "./sort-picker.tsx";

/**
 * List of rows: a table with the columns that fit, or cards if too few do. It scrolls with the window and renders only
 * visible rows. Its sticky header stops at the CSS variable `--sticky-top`. No ancestor may scroll by itself.
 */
export function DataTable<Row extends { id: string }, SortKey extends string = string>(
  props: DataTableProps<Row, SortKey>,
) {
  const { columns, rowActions, sort = null, unsorted = "Sort by…", onSort } = props;
  const actionsWidth = rowActions ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const { frame, visible } = useColumnFit(columns, actionsWidth);
  const shown = visible ?? columns.filter((column) => !column.isHiddenOnCard);
  const isPrinting = useIsPrinting();
  const hasHeaders = visible?.length === columns.length;

  return (
    <div ref={frame}>
      {onSort && !hasHeaders && (
        <SortPicker columns={columns} shown={shown} sort={sort} unsorted={unsorted} onSort={onSort} />
      )}
      {visible ? (
        <DataTableGrid
          {...props}
          columns={shown}
          actionsWidth={actionsWidth}
          rowActions={isPrinting ? undefined : rowActions}
        />
      ) : (
        <DataTableCards {...props} columns={shown} />
      )}
      {isPrinting && props.rows.length > MAX_PRINTED_ROWS && (
        <p className="mt-2 text-ink-muted">
          {`The first ${MAX_PRINTED_ROWS} of ${props.rows.length} rows. Use Export to get all of them.`}
        </p>
      )}
    </div>
  );
}
