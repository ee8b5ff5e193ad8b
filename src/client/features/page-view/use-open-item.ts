import { useState } from "react";

/**
 * The thing that the address names. While it is edited it stays although somebody else deletes it meanwhile: what was
 * typed must not go with it.
 */
export function useOpenItem<Item extends { id: string }>(
  items: readonly Item[] | null,
  itemId: string | null,
  isBeingEdited: boolean,
): { item: Item | undefined; isUnknown: boolean } {
  const found = items?.find(({ id }) => id === itemId);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const item = found ?? (isBeingEdited && last?.id === itemId ? last : undefined);
  return { item, isUnknown: items !== null && itemId !== null && item === undefined };
}
