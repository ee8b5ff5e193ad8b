import { Fragment } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { useRowList } from "#client/ui/list/use-row-list.ts";

import { columnWidths } from "./column-fit.ts";
import { ACTIONS_WIDTH } from "./data-table-column.ts";
import type { DataTableProps } from "./data-table-column.ts";
import { DataTableHeader } from "./data-table-header.tsx";
import { CHANGED_ROW_STYLE, RowOpener } from "./row-buttons.tsx";

const ROW_HEIGHT = 48;
const ROW =
  "group/row cursor-pointer hover:bg-sunken has-[[data-row-open]:focus-visible]:bg-accent-soft has-[[data-row-open]:focus-visible]:outline-2 has-[[data-row-open]:focus-visible]:-outline-offset-2 has-[[data-row-open]:focus-visible]:outline-focus";
const CELL =
  "h-12 print:h-auto print:py-1.5 truncate border-b border-line px-3 text-ink-muted first:pl-4 last:pr-4";
const ACTIONS =
  "flex justify-end gap-0.5 opacity-50 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100";

/** Rows as a table, with columns wide enough for their content. */
export function DataTableGrid<Row extends { id: string }, SortKey extends string>(
  props: DataTableProps<Row, SortKey>,
) {
  const {
    label,
    rows,
    columns,
    onOpen,
    marked,
    rowKeys,
    rowActions,
    actionsWidth = ACTIONS_WIDTH,
    sort,
    onSort,
  } = props;
  const { placed, gapAfter, active, listProps, rowProps } = useRowList({
    rows,
    rowHeight: ROW_HEIGHT,
    rowKeys,
  });

  const widths = columnWidths(columns, rowActions ? actionsWidth : 0);
  return (
    <div className="@container rounded-card border border-line bg-surface shadow-card [&_tbody_tr:last-child_td]:border-b-0">
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-sm print:table-auto print:text-xs [&_tr]:break-inside-avoid"
      >
        <colgroup>
          {columns.map((column, at) => (
            <col key={column.key} style={{ width: widths[at] }} />
          ))}
          {rowActions && <col style={{ width: `${actionsWidth}rem` }} />}
        </colgroup>
        <DataTableHeader
          columns={columns}
          sort={sort ?? null}
          onSort={onSort}
          hasActions={rowActions !== undefined}
        />
        <tbody {...listProps}>
          {placed.map(({ row, index, gap }) => (
            <Fragment key={row.id}>
              {gap > 0 && <GapRow height={gap} />}
              <tr
                {...rowProps(index)}
                aria-rowindex={index + 2}
                className={classNames(ROW, marked?.has(row.id) && CHANGED_ROW_STYLE)}
              >
                {columns.map((column, at) => (
                  <td key={column.key} className={CELL}>
                    {at > 0 ? (
                      column.render(row)
                    ) : (
                      <RowOpener isActive={index === active} onOpen={() => onOpen(row)}>
                        {column.render(row)}
                      </RowOpener>
                    )}
                  </td>
                ))}
                {rowActions && (
                  <td className={CELL}>
                    <div className={ACTIONS}>{rowActions(row)}</div>
                  </td>
                )}
              </tr>
            </Fragment>
          ))}
          {gapAfter > 0 && <GapRow height={gapAfter} />}
        </tbody>
      </table>
    </div>
  );
}

/** Placeholder for rows that are not rendered. */
function GapRow({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- holds a place, nothing else */}
      <td className="p-0" style={{ height }} />
    </tr>
  );
}
