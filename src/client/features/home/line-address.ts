import { historyAddress, itemAddress, sectionAddress } from "#shared/kernel/item-address.ts";
import type { SinceLine } from "#shared/kernel/since.ts";

/**
 * Where a line leads: to the comment or the item that it is about, of a change to its history; to the section where there
 * is no such one any more.
 */
export function lineAddress({ verb, kind, itemId, detail }: SinceLine): string {
  if (itemId === null || verb === "deleted") return sectionAddress(kind);
  const isChange = verb === "edited" || detail.from !== undefined;
  if (isChange && kind !== "paper" && kind !== "article") return historyAddress({ kind, id: itemId });
  return itemAddress({ kind, id: itemId }, verb === "commented" ? detail.comment : null);
}
