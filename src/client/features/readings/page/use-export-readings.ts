import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import type { ReadingExportFormat } from "#shared/export.ts";

/** Saves the reading list as a file. Asked anew each time: an export must not come from a cache. */
export function useExportReadings() {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    exportAs: (format: ReadingExportFormat) =>
      void save(client.exports.readings.query({ format }, { context: IN_BODY })),
    isPending,
  };
}
