import { useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { ExportedFile } from "#shared/export.ts";

import { saveFile } from "./save-file.ts";

/** Saves what the server exports as a file, and tells how that went. */
export function useExport() {
  const toast = useToast();
  const [isPending, setPending] = useState(false);

  async function save(exporting: Promise<ExportedFile>): Promise<boolean> {
    setPending(true);
    try {
      const file = await exporting;
      saveFile(file);
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
