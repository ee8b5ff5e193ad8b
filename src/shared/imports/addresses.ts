import { completeAddress } from "#shared/kernel/text-rules.ts";

import { accept, type Adjustment, type CellReading, reject } from "./adjustments.ts";

/** Maximum length of searched text, in characters. Far above any field's limit. */
const MAX_SEARCHED_LENGTH = 20_000;

const ADDRESS = /^https?:\/\/\S+$/iu;
const SEVERAL_ADDRESSES = /[\s,;|]https?:\/\//iu;

/** Returns the address if the text contains nothing else. Its scheme may be missing. */
function parseSoleAddress(text: string): string | undefined {
  const address = completeAddress(text.replace(/^\/\//u, ""));
  return ADDRESS.test(address) && !SEVERAL_ADDRESSES.test(address) ? address : undefined;
}

// The character before an address shows where it ends: `file.png (https://…)`, `[words](https://…)`, `<https://…>`.
// Otherwise it ends at a space, or at the separator before the next address.
const ADDRESS_IN_TEXT = /(?<opening>[(<"'[]?)(?<address>https?:\/\/\S+)/giu;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "<": ">", '"': '"', "'": "'", "[": "]" };
const AFTER_ADDRESS = /[,;|.]/u;

/** Cuts an address at its closing character. Brackets opened inside belong to it. */
function cutAtClosing(text: string, opening: string): string {
  const closing = CLOSING[opening];
  let depth = 1;
  const searched = closing === undefined ? 0 : text.length;
  for (let index = 0; index < searched; index += 1) {
    if (text[index] === closing) depth -= 1;
    else if (text[index] === opening) depth += 1;
    if (depth === 0) return text.slice(0, index);
  }
  let end = text.length;
  while (end > 0 && AFTER_ADDRESS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function addressesInText(text: string): string[] {
  const sole = parseSoleAddress(text);
  if (sole !== undefined) return [sole];
  const searched = text.slice(0, MAX_SEARCHED_LENGTH);
  const addresses = searched
    .split(/(?<=[,;|])(?=https?:\/\/)|\s+/iu)
    .flatMap((part) => [...part.matchAll(ADDRESS_IN_TEXT)])
    .map(({ groups: { opening = "", address = "" } = {} }) => cutAtClosing(address, opening));
  if (addresses.length > 0) return addresses;
  return searched.split(/[\s,;|]+/u).flatMap((part) => parseSoleAddress(part) ?? []);
}

const ADDRESS_KEYS: ReadonlySet<string> = new Set(["url", "href", "link", "src"]);
/** Maximum number of values read from a list in a cell. */
const MAX_ITEMS = 100;

/** Returns every address in a cell: in a text, a list, or objects such as attachments. */
export function addressesIn(cell: unknown): string[] {
  if (typeof cell === "string") return addressesInText(cell.trim());
  if (Array.isArray(cell)) {
    return cell
      .slice(0, MAX_ITEMS)
      .flatMap((item: unknown) => (Array.isArray(item) ? [] : addressesIn(item)));
  }
  if (typeof cell !== "object" || cell === null) return [];
  const texts = Object.entries(cell).filter(
    ([key, value]) => ADDRESS_KEYS.has(key) && typeof value === "string",
  );
  return texts.slice(0, 1).flatMap(([, text]) => addressesIn(text));
}

/** True if a text is an address, or an attachment or link with one. */
export function isMostlyAddress(text: string): boolean {
  const [address] = addressesInText(text);
  return address !== undefined && 2 * address.length >= text.length;
}

const FIRST_OF_SEVERAL: Adjustment = {
  kind: "split",
  words: "partly imported: the first of several addresses",
};
const UP_TO_SPACE: Adjustment = {
  kind: "split",
  words: "partly imported: the address up to the first space",
};

/** Returns the first address in a cell that its field accepts. */
export function fitAddress(
  cell: unknown,
  isFitting: (address: string) => boolean,
  reason = "not a web address",
): CellReading {
  const addresses = [...new Set(addressesIn(cell))];
  const first = addresses.find(isFitting);
  if (first === undefined) return reject(reason);
  if (addresses.length > 1) return accept(first, FIRST_OF_SEVERAL);
  const isFollowed = typeof cell === "string" && cell.trim().startsWith(`${first} `);
  return isFollowed ? accept(first, UP_TO_SPACE) : accept(first);
}
