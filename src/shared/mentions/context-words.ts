/** Words next to an ambiguous name that indicate a product or its maker. */
const CONTEXT = new Set(
  `app apps application applications tool tools toolkit toolkits software model models platform platforms library
  libraries plugin plugins package packages framework frameworks version versions v api apis sdk cli ide program programs
  programming language suite service chatbot assistant extension startup company inc ltd llc corp gmbh`.split(
    /\s+/u,
  ),
);
const REACH = 4;

/** True if one of those words is within four words of a name. */
export function hasContextWord(folded: readonly string[], place: number, length: number): boolean {
  const end = Math.min(folded.length, place + length + REACH);
  for (let at = Math.max(0, place - REACH); at < end; at += 1) {
    const isOutside = at < place || at >= place + length;
    if (isOutside && CONTEXT.has(folded[at] ?? "")) return true;
  }
  return false;
}
