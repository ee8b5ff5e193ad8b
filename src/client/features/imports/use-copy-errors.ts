import { saveFile } from "#client/features/exports/save-file.ts";
import { copyText } from "#client/ui/copy-text.ts";
import { useToast } from "#client/ui/toast.tsx";

import type { ImportLine } from "./run/use-import-run.ts";

/** Puts the rows that were not imported into the clipboard, ready for a spreadsheet; into a file where that is barred. */
export function useCopyErrors() {
  const toast = useToast();
  return async (lines: readonly ImportLine[]) => {
    const content = [
      "Row\tName\tReason",
      ...lines.map(({ row, name, message }) => `${row}\t${name ?? ""}\t${message ?? ""}`),
    ].join("\n");
    if (await copyText(content)) {
      toast.success("Errors Copied");
      return;
    }
    saveFile({ fileName: "import-errors.txt", mediaType: "text/plain", encoding: "utf8", content });
    toast.info("Errors Saved", "The clipboard isn't available, so they were saved to import-errors.txt.");
  };
}
