import { createContext, type ReactNode, useContext } from "react";

import { type NamedItem, useNames } from "#client/features/links/use-links.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

const NONE: readonly NamedItem[] = [];
const NamesContext = createContext(NONE);

/** Returns the mentions in the surrounding item's texts. */
export const useNamesAround = (): readonly NamedItem[] => useContext(NamesContext);

interface NamesOfProps {
  item: ItemKey;
  /** False in a closed item, whose texts are plain. A list then requests no names. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Provider around the texts of an item. `NamedText` inside links its mentions. */
export function NamesOf({ item, isOpen = true, children }: NamesOfProps) {
  const names = useNames(item, isOpen);
  return <NamesContext value={names}>{children}</NamesContext>;
}
