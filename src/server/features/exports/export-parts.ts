import { invalid } from "#server/errors.ts";
import type { ExportedFile } from "#shared/export.ts";

/** Longer texts are sent as base64, because escaping them in JSON takes five times as long. */
const MAX_TEXT_BYTES = 1_000_000;

/** Returns a file as the result of a call. */
export function exportedFile(fileName: string, mediaType: string, bytes: Uint8Array): ExportedFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isText = mediaType.includes("charset=utf-8") && bytes.byteLength <= MAX_TEXT_BYTES;
  const encoding = isText ? "utf8" : "base64";
  return { fileName, mediaType, encoding, content: buffer.toString(encoding) };
}

/** Error for an export in which no selected item exists. */
export function noneChosen(noun: string) {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return invalid(`No ${nouns} Selected - Please select at least one ${noun} to export.`, "selectedIds");
}
