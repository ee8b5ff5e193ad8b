import { type ReactNode, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { ExportedFile } from "#shared/export.ts";

/** File drawn in the browser. */
interface DrawnFile {
  fileName: string;
  blob: Blob;
}

/** Saves an export, or a file drawn in the browser. A toast reports the outcome. */
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
  // Some browsers read the URL only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Encodes a canvas as PNG. */
export const toPng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty"))), "image/png");
  });

/** Export format to choose. */
export interface ExportChoice<Format extends string> {
  format: Format;
  name: string;
  text: string;
  icon: ReactNode;
}

/** Exportable item in the list. */
export interface ExportItem {
  id: string;
  name: string;
  /** Text after the name, such as a version. */
  suffix?: string | null;
  /** Text on the right, such as a company. The search covers it too. */
  detail?: string | null;
}

export interface ExportSource<Format extends string> {
  title: string;
  description: string;
  /** Noun for the items, such as "tool". */
  noun: string;
  /** The first one is preselected. */
  choices: readonly [ExportChoice<Format>, ...ExportChoice<Format>[]];
  items: readonly ExportItem[];
  /** Ids of the items that match the page's filters. */
  shownIds?: readonly string[];
  /** Further choices of a format. */
  renderOptions?: (format: Format) => ReactNode;
  /** Exports the selected items, or all without ids. */
  load: (request: { format: Format; selectedIds?: string[] }) => Promise<ExportedFile>;
}
