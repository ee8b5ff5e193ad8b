import { createContext, type ReactNode, useContext } from "react";

import { type NamedItem, useNames } from "#client/features/links/use-links.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

const NONE: readonly NamedItem[] = [];
const NamesContext = createContext(NONE);

/** The names that were found in the texts of the item around a component. */
export const useNamesAround = (): readonly NamedItem[] => useContext(NamesContext);

interface NamesOfProps {
  item: ItemKey;
  /** Until it is open its texts are plain: a list asks for no names. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Around the texts of an item: `NamedText` inside links what they name. */
export function NamesOf({ item, isOpen = true, children }: NamesOfProps) {
  const names = useNames(item, isOpen);
  return <NamesContext value={names}>{children}</NamesContext>;
}
