import { personName } from "#shared/accounts/user-rules.ts";

interface Piece {
  text: string;
  /** True for a name, which is isolated from the surrounding text. */
  isName: boolean;
}

const list = new Intl.ListFormat("en-GB");

/** Joins names: "Ada", "Ada and Bob", "Ada, Bob, Cleo and 2 others", in pieces. Without names, returns StackLoop. */
export function joinNames(names: readonly string[], others: number): Piece[] {
  const all = names.length === 0 ? [personName(null)] : [...names];
  const rest = others === 0 ? [] : [others === 1 ? "1 other" : `${others} others`];
  let place = 0;
  return list.formatToParts([...all, ...rest]).map(({ type, value }) => {
    if (type === "literal") return { text: value, isName: false };
    place += 1;
    return { text: value, isName: place <= all.length };
  });
}
