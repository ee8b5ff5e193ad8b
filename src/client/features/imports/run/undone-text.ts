import type { UndoneImport } from "#shared/imports/request.ts";

/** Summarises an undone import: "Deleted 12, put back 3. 1 was changed since and stays." */
export function undoneText({ deleted, restored, kept }: UndoneImport): string {
  const done = [
    deleted > 0 && `deleted ${deleted.toLocaleString("en-US")}`,
    restored > 0 && `put back ${restored.toLocaleString("en-US")}`,
  ];
  const text = done.filter((part) => part !== false).join(", ");
  const stays = kept === 1 ? "1 was changed since and stays." : `${kept} were changed since and stay.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${kept > 0 ? ` ${stays}` : ""}`;
}
