import { optionLabel } from "./labels.ts";
import { UNDATED } from "./tools.ts";

// Cells are unknown: those of a CSV are texts, those of JSON anything. What no reader understands is handed on as it
// is, so that the tool's schema refuses it and names the field.

const isPlain = (cell: unknown) =>
  typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean";

const joined = (cell: unknown, separator: string): unknown => {
  if (Array.isArray(cell) && cell.every(isPlain)) return cell.join(separator);
  return isPlain(cell) ? String(cell) : cell;
};

/** Text of one line; line breaks and tabs inside it become spaces. */
export function lineOf(cell: unknown): unknown {
  const text = joined(cell, ", ");
  if (typeof text !== "string") return text;
  return text.trim().replaceAll(/\s+/gu, (space) => (/[\r\n\t]/u.test(space) ? " " : space));
}

/** Text of several lines; a list becomes one line per item. */
export const proseOf = (cell: unknown): unknown => joined(cell, "\n");

const BARE_DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u;

/** An address; people often leave out its beginning. */
export function addressOf(cell: unknown): unknown {
  const text = lineOf(cell);
  return typeof text === "string" && BARE_DOMAIN.test(text) ? `https://${text}` : text;
}

/**
 * An industry or modality: lowercased, and the option's value where the cell holds its label, or the first word of a
 * single one (`Text` for `text-generation`).
 */
export function optionOf(options: readonly string[], cell: unknown): unknown {
  const text = lineOf(cell);
  if (typeof text !== "string") return text;
  const value = text.toLowerCase();
  if (options.includes(value)) return value;
  const labelled = options.find((option) => optionLabel(option).toLowerCase() === value);
  const [begun, another] = options.filter((option) => option.startsWith(`${value}-`));
  return labelled ?? (another === undefined ? begun : undefined) ?? value;
}

// The first of these that a cell has parts its tags, so that "a, b; c" is two tags.
const TAG_SEPARATORS = ["\n", ";", "|", ","];

/** Tags, as a list or parted by any of the separators. */
export function tagsOf(cell: unknown): unknown {
  if (Array.isArray(cell)) return cell.map((tag) => (isPlain(tag) ? String(tag) : tag));
  if (!isPlain(cell)) return cell;
  const text = String(cell)
    .trim()
    .replace(/^\[(.*)\]$/su, "$1");
  const separator = TAG_SEPARATORS.find((candidate) => text.includes(candidate)) ?? ",";
  return text.split(separator).map((tag) => tag.trim().replace(/^(["'])(.*)\1$/u, "$2"));
}

/** The same in lower case. */
export function lowercaseTagsOf(cell: unknown): unknown {
  const tags = tagsOf(cell);
  return Array.isArray(tags)
    ? tags.map((tag: unknown) => (typeof tag === "string" ? tag.toLowerCase() : tag))
    : tags;
}

/** Tags as a StackLoop export holds them. */
export const exactTagsOf = (cell: unknown): unknown => (typeof cell === "string" ? cell.split("; ") : cell);

// Sticky, so that a long cell without an address is read once and not from each of its characters.
const DATED_ADDRESS = /(.*?)(https?:\/\/\S+?)(?:;?\s+|$)/gsuy;

/** Release notes: `date url; date url`, or a list of such objects or of plain addresses. */
export function releaseNotesOf(cell: unknown): unknown {
  if (Array.isArray(cell))
    return cell.map((note) => (typeof note === "string" ? { date: UNDATED, url: note } : note));
  if (typeof cell !== "string") return cell;
  const found = [...cell.matchAll(DATED_ADDRESS)];
  const isReadToItsEnd = found.map(([part]) => part).join("") === cell;
  if (!isReadToItsEnd) return cell;
  return found.map(([, date = "", url = ""]) => ({ date: date.trim() || UNDATED, url }));
}
