import type { ExportedFile } from "#shared/export.ts";

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));

/** Has the browser save a file that the server made. */
export function saveFile({ fileName, mediaType, encoding, content }: ExportedFile): void {
  const blob = new Blob([encoding === "base64" ? bytesOf(content) : content], { type: mediaType });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
