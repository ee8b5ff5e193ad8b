import { type ReactNode, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { ExportedFile } from "#shared/export.ts";

/** File drawn in the browser. */
interface DrawnFile {
  fileName: string;
  blob: Blob;
}

/** Returns functions that save an export from the server or a drawn file. A toast reports the result. */
export function useExport() {
  const toast = useToast();
  const [isPending, setPending] = useState(false);

  async function save(exporting: Promise<ExportedFile | DrawnFile>): Promise<boolean> {
    setPending(true);
    try {
      const file = await exporting;
      if ("blob" in file) saveBlob(file.blob, file.fileName);
      else saveFile(file);
      toast.success("Export Successful", `Saved as ${file.fileName}`);
      return true;
    } catch (error) {
      const fallback = "There was an error exporting your data. Please try again.";
      toast.failure("Export Failed", messageOf(error, fallback));
      return false;
    } finally {
      setPending(false);
    }
  }

  return { save, isPending };
}

/** Downloads a file that the server created. */
export function saveFile({ fileName, mediaType, encoding, content }: ExportedFile): void {
  saveBlob(
    new Blob([encoding === "base64" ? decodeBase64(content) : content], { type: mediaType }),
    fileName,
  );
}

const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));

export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Revoked later, because some browsers read the URL only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Encodes a canvas as PNG. */
export const toPng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty"))), "image/png");
  });

/** Export format to choose from. */
export interface ExportChoice<Format extends string> {
  format: Format;
  name: string;
  text: string;
  icon: ReactNode;
}

/** Exportable item. */
export interface ExportItem {
  id: string;
  name: string;
  /** Text after the name, such as a version. */
  suffix?: string | null;
  /** Text on the right, such as a company. The search also covers it. */
  detail?: string | null;
}

export interface ExportSource<Format extends string> {
  title: string;
  description: string;
  /** Singular noun for the items, such as "tool". */
  noun: string;
  /** Formats to choose from. The first one is preselected. */
  choices: readonly [ExportChoice<Format>, ...ExportChoice<Format>[]];
  items: readonly ExportItem[];
  /** Ids of the items that match the page's filters. */
  shownIds?: readonly string[];
  /** Additional options of a format. */
  renderOptions?: (format: Format) => ReactNode;
  /** Exports the selected items; all items if `selectedIds` is undefined. */
  load: (request: { format: Format; selectedIds?: string[] }) => Promise<ExportedFile>;
}
