import type { DataTableColumn } from "./data-table-column.ts";

type Room = Pick<DataTableColumn<never>, "width" | "stepsBack">;

const getWidth = (columns: readonly Room[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** Returns the columns that remain after a number of removal steps. */
export function columnsAfter<Column extends Room>(columns: readonly Column[], steps: number): Column[] {
  return columns.filter(({ stepsBack }) => stepsBack === undefined || stepsBack > steps);
}

/**
 * Returns the number of removal steps after which the remaining columns fit; all sizes in rem. Null if even the
 * permanent columns don't fit.
 */
export function stepsToFit(columns: readonly Room[], room: number): number | null {
  const last = columns.reduce((most, { stepsBack = 0 }) => Math.max(most, stepsBack), 0);
  for (let steps = 0; steps <= last; steps += 1) {
    if (getWidth(columnsAfter(columns, steps)) <= room) return steps;
  }
  return null;
}

/**
 * Returns the CSS width of each column, in a table whose frame is a size container. Growing columns share the remaining
 * width. The first of these has no explicit width, so that it absorbs rounding.
 */
export function columnWidths(
  columns: readonly (Room & { grow?: number })[],
  actionsWidth: number,
): (string | undefined)[] {
  const growing = columns.filter(({ grow }) => grow !== undefined);
  const shares = growing.reduce((sum, { grow = 0 }) => sum + grow, 0);
  const needed = getWidth(columns) + actionsWidth;
  return columns.map((column) => {
    if (column.grow === undefined) return `${column.width}rem`;
    if (column === growing[0]) return undefined;
    return `calc(${column.width}rem + (100cqw - ${needed}rem) * ${column.grow} / ${shares})`;
  });
}
