import { invalid } from "#server/errors.ts";
import type { ExportedFile } from "#shared/export.ts";

/** A longer text travels as base64: to write it into JSON takes the thread a fifth of the time. */
const MAX_TEXT_BYTES = 1_000_000;

/** A file as a call returns it. */
export function exportedFile(fileName: string, mediaType: string, bytes: Uint8Array): ExportedFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isText = mediaType.includes("charset=utf-8") && bytes.byteLength <= MAX_TEXT_BYTES;
  const encoding = isText ? "utf8" : "base64";
  return { fileName, mediaType, encoding, content: buffer.toString(encoding) };
}

/** For an export of chosen things of which none is there. */
export function noneChosen(noun: string) {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return invalid(`No ${nouns} Selected - Please select at least one ${noun} to export.`, "selectedIds");
}
