import type { App } from "#server/app.ts";
import { getSliceData } from "#server/kernel/slice-data.ts";
import type { ExportedFile } from "#shared/export.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

/** Media type of PowerPoint files. */
export const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** Longer texts are sent as base64, because escaping them in JSON takes five times as long. */
const MAX_TEXT_BYTES = 1_000_000;

/** Returns a file as the result of a call. */
export function toExportedFile(fileName: string, mediaType: string, bytes: Uint8Array): ExportedFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isText = mediaType.includes("charset=utf-8") && bytes.byteLength <= MAX_TEXT_BYTES;
  const encoding = isText ? "utf8" : "base64";
  return { fileName, mediaType, encoding, content: buffer.toString(encoding) };
}

/** Exports the selected items of a kind, or all, in list order, newest first. */
export async function exportItems(
  app: App,
  kind: LibraryKind,
  { format, selectedIds: ids }: { format: string; selectedIds?: readonly string[] | undefined },
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const { exporter } = await getSliceData(kind);
  const file = exporter.files[format];
  if (!file) throw new Error(`the export of ${kind}s has no format ${format}`);
  const task = { databaseUrl: app.database.url, kind, format, ids, now: app.now() };
  return toExportedFile(...file, await app.workers.run("exports.text", task, { signal }));
}
