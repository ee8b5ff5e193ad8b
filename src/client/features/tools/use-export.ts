import { useState } from "react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { ExportRequest } from "#shared/export.ts";

import { saveFile } from "./save-file.ts";

/** Exports tools into a file that the browser saves. Asked anew each time: an export must not come from a cache. */
export function useExport() {
  const toast = useToast();
  const { client } = trpc.useUtils();
  const [isPending, setPending] = useState(false);

  async function exportTools(request: ExportRequest): Promise<boolean> {
    setPending(true);
    try {
      const file = await client.exports.tools.query(request, { context: IN_BODY });
      saveFile(request.format === "json" ? { ...file, fileName: "ai-tools.json" } : file);
      toast.success(
        "Export Successful",
        `Saved as ${request.format === "json" ? "ai-tools.json" : file.fileName}`,
      );
      return true;
    } catch {
      toast.failure("Export Failed", "There was an error exporting your data. Please try again.");
      return false;
    } finally {
      setPending(false);
    }
  }

  return { exportTools, isPending };
}
