import { itemAddress, sectionAddress } from "#shared/item-address.ts";
import type { SinceLine } from "#shared/since.ts";

/** Where a line leads: to the comment or item that it is about; to the section where there is no such one any more. */
export function lineAddress({ verb, kind, itemId, detail }: SinceLine): string {
  if (itemId === null || verb === "deleted") return sectionAddress(kind);
  return itemAddress({ kind, id: itemId }, verb === "commented" ? detail.comment : null);
}
