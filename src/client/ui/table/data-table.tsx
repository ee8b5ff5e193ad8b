import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, Fragment } from "react";

import { IconButton } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Select } from "#client/ui/form/select.tsx";
import { useRowList } from "#client/ui/list/use-row-list.ts";
import type { MenuEntry } from "#client/ui/menu/menu-list.tsx";
import { MAX_PRINTED_ROWS, useIsPrinting } from "#client/ui/use-media-query.ts";
import type { Sort } from "#shared/kernel/sorting.ts";

import { type DataTableProps, type DataTableColumn, useColumnFit, ACTIONS_WIDTH } from "./columns.ts";
import { DataTableGrid } from "./data-table-grid.tsx";
import { CHANGED_ROW_STYLE, RowOpener } from "./row-buttons.tsx";

/**
 * List of rows, as a table with the columns that fit, or as cards if too few fit. It scrolls with the window and
 * renders only visible rows. The sticky header stops at the CSS variable `--sticky-top`, so no ancestor may scroll.
 */
export function DataTable<Row extends { id: string }, SortKey extends string = string>(
  props: DataTableProps<Row, SortKey>,
) {
  const { columns, rowActions, sort = null, defaultOrder = "Sort by…", onSort } = props;
  const actionsWidth = rowActions ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const { frame, visible } = useColumnFit(columns, actionsWidth);
  const shownColumns = visible ?? columns.filter((column) => !column.isHiddenOnCard);
  const isPrinting = useIsPrinting();
  const hasHeaders = visible?.length === columns.length;

  return (
    <div ref={frame}>
      {onSort && !hasHeaders && (
        <SortPicker
          columns={columns}
          visibleColumns={shownColumns}
          sort={sort}
          defaultOrder={defaultOrder}
          onSort={onSort}
        />
      )}
      {visible ? (
        <DataTableGrid
          {...props}
          columns={shownColumns}
          actionsWidth={actionsWidth}
          rowActions={isPrinting ? undefined : rowActions}
        />
      ) : (
        <DataTableCards {...props} columns={shownColumns} />
      )}
      {isPrinting && props.rows.length > MAX_PRINTED_ROWS && (
        <p className="mt-2 text-ink-muted">
          {`The first ${MAX_PRINTED_ROWS} of ${props.rows.length} rows. Use Export to get all of them.`}
        </p>
      )}
    </div>
  );
}

const CARD_HEIGHT = 108;
const CARD =
  "grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-b border-line py-3 pr-2 pl-4 has-[[data-row-open]:focus-visible]:bg-accent-soft has-[[data-row-open]:focus-visible]:outline-2 has-[[data-row-open]:focus-visible]:-outline-offset-2 has-[[data-row-open]:focus-visible]:outline-focus";

const isEmpty = (content: ReactNode) =>
  content === null || content === undefined || content === false || content === "";

/** Rows as cards, for narrow screens. The first column is on top, followed by the nonempty others. */
function DataTableCards<Row extends { id: string }, SortKey extends string>(
  props: DataTableProps<Row, SortKey>,
) {
  const { label, rows, columns, onOpen, highlightedIds, rowKeys, rowActions } = props;
  const { renderedRows, gapAfter, active, listProps, rowProps } = useRowList({
    rows,
    rowHeight: CARD_HEIGHT,
    rowKeys,
  });
  const [first, ...rest] = columns;
  const others = rest.toSorted((a, b) => Number(b.isFirstOnCard ?? false) - Number(a.isFirstOnCard ?? false));

  return (
    <ul
      {...listProps}
      aria-label={label}
      className="overflow-clip rounded-card border border-line bg-surface shadow-card [&>li:last-child]:border-b-0"
    >
      {renderedRows.map(({ row, index, gap }) => (
        <Fragment key={row.id}>
          {gap > 0 && <li aria-hidden style={{ height: gap }} />}
          <li
            {...rowProps(index)}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={classNames(CARD, highlightedIds?.has(row.id) && CHANGED_ROW_STYLE)}
          >
            <div className="flex min-h-11 min-w-0 items-center text-base">
              <RowOpener isActive={index === active} onOpen={() => onOpen(row)}>
                {first?.render(row)}
              </RowOpener>
            </div>
            {rowActions && <div className="flex shrink-0 items-center">{rowActions(row)}</div>}
            <dl className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 pr-2 text-sm text-ink-muted">
              {others.map(({ key, header, render }) => {
                const content = render(row);
                if (isEmpty(content)) return null;
                return (
                  <div key={key} className="max-w-full min-w-0">
                    <dt className="sr-only">{header}</dt>
                    <dd className="truncate">{content}</dd>
                  </div>
                );
              })}
            </dl>
          </li>
        </Fragment>
      ))}
      {gapAfter > 0 && <li aria-hidden style={{ height: gapAfter }} />}
    </ul>
  );
}

interface SortPickerProps<Row, SortKey extends string> {
  /** All columns. */
  columns: readonly DataTableColumn<Row, SortKey>[];
  visibleColumns: readonly DataTableColumn<Row, SortKey>[];
  sort: Sort<SortKey> | null;
  /** Description of the default order. */
  defaultOrder: string;
  onSort: (sort: Sort<SortKey>) => void;
}

/** Returns menu entries for sorting by a column, and for reversing the order. */
export function sortEntries<Row, SortKey extends string>(
  columns: readonly DataTableColumn<Row, SortKey>[],
  sort: Sort<SortKey> | null,
  onSort: (sort: Sort<SortKey>) => void,
): MenuEntry[] {
  const isDescending = sort?.direction === "desc";
  const entries = columns.flatMap((column): MenuEntry[] =>
    column.isSortable
      ? [
          {
            label: `Sort by ${column.header}`,
            isChosen: column.key === sort?.column,
            onSelect: () => onSort({ column: column.key, direction: "asc" }),
          },
        ]
      : [],
  );
  return sort
    ? [
        ...entries,
        {
          label: isDescending ? "Sort ascending" : "Sort descending",
          icon: isDescending ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />,
          onSelect: () => onSort({ ...sort, direction: isDescending ? "asc" : "desc" }),
        },
      ]
    : entries;
}

/**
 * Sort control for lists without column headers, from 768 px on. It also shows the sort column if that column is
 * hidden. On phones, the page's menu contains the sort control.
 */
function SortPicker<Row, SortKey extends string>({
  columns,
  visibleColumns,
  sort,
  defaultOrder,
  onSort,
}: SortPickerProps<Row, SortKey>) {
  const sortable = columns.flatMap((column) =>
    column.isSortable ? [{ value: column.key, label: `Sort by ${column.header}` }] : [],
  );
  if (sortable.length === 0) return null;
  const sorted = columns.find(({ key }) => key === sort?.column);
  const isDescending = sort?.direction === "desc";

  function handleChange(value: string) {
    const column = sortable.find((option) => option.value === value)?.value;
    if (column !== undefined) onSort({ column, direction: "asc" });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 md:mb-3 print:hidden">
      <Select
        aria-label="Sort by"
        className="max-w-72 flex-1 max-md:hidden"
        options={sortable}
        placeholder={sort === null ? defaultOrder : undefined}
        value={sort?.column ?? ""}
        onChange={(event) => handleChange(event.target.value)}
      />
      <IconButton
        label={isDescending ? "Sort ascending" : "Sort descending"}
        variant="secondary"
        className="max-md:hidden"
        disabled={sort === null}
        onClick={() => sort && onSort({ ...sort, direction: isDescending ? "asc" : "desc" })}
      >
        {isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
      </IconButton>
      {sorted && !visibleColumns.includes(sorted) && (
        <p className="text-ink-muted max-md:mb-3 max-md:w-full md:pl-1">
          Sorted by {sorted.header} (column hidden)
        </p>
      )}
    </div>
  );
}
