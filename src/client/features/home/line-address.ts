import { historyAddress, itemAddress, sectionAddress } from "#shared/kernel/item-address.ts";
import type { SinceLine } from "#shared/kernel/since.ts";

/**
 * Returns the link of an activity line: to the comment, the item, or the history of a changed item. Deleted items link
 * to their section.
 */
export function lineAddress({ verb, kind, itemId, detail }: SinceLine): string {
  if (itemId === null || verb === "deleted") return sectionAddress(kind);
  const isChange = verb === "edited" || detail.from !== undefined;
  if (isChange && kind !== "paper" && kind !== "article") return historyAddress({ kind, id: itemId });
  return itemAddress({ kind, id: itemId }, verb === "commented" ? detail.comment : null);
}
