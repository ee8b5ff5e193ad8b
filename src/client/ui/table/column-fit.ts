import type { DataTableColumn } from "./data-table-column.ts";

type Room = Pick<DataTableColumn<never>, "width" | "stepsBack">;

const getWidth = (columns: readonly Room[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** The columns without those that step back in the first so many steps. */
export function columnsAfter<Column extends Room>(columns: readonly Column[], steps: number): Column[] {
  return columns.filter(({ stepsBack }) => stepsBack === undefined || stepsBack > steps);
}

/**
 * How many columns have to step back for the others to have their widths in this room (both in rem); null where even
 * those that never step back have not.
 */
export function stepsToFit(columns: readonly Room[], room: number): number | null {
  const last = columns.reduce((most, { stepsBack = 0 }) => Math.max(most, stepsBack), 0);
  for (let steps = 0; steps <= last; steps += 1) {
    if (getWidth(columnsAfter(columns, steps)) <= room) return steps;
  }
  return null;
}

/**
 * The CSS width of each column, in a table whose frame is a size container. What is left over goes to the fluid ones
 * in equal shares; the first of these has no width of its own, so that it takes what rounding leaves.
 */
export function columnWidths(
  columns: readonly (Room & { isFluid?: boolean })[],
  actionsWidth: number,
): (string | undefined)[] {
  const fluid = columns.filter(({ isFluid }) => isFluid);
  const needed = getWidth(columns) + actionsWidth;
  return columns.map((column) => {
    if (!column.isFluid) return `${column.width}rem`;
    if (column === fluid[0]) return undefined;
    return `calc(${column.width}rem + (100cqw - ${needed}rem) / ${fluid.length})`;
  });
}
