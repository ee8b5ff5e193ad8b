import { Download, Upload } from "lucide-react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import type { ReadingExportFormat } from "#shared/export.ts";

import type { ReadingsDialog } from "./readings-view.ts";

const FORMATS: readonly { format: ReadingExportFormat; label: string }[] = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "json", label: "JSON, with fields and discussions" },
  { format: "bibtex", label: "BibTeX, for citations" },
];

interface ReadingActionsProps {
  exporter: ReadingsExporter;
  onOpen: (dialog: ReadingsDialog) => void;
}

/** Returns menu entries for imports and exports. */
export const readingActions = ({ exporter, onOpen }: ReadingActionsProps) => [
  { label: "Import", icon: <Upload aria-hidden />, onSelect: () => onOpen("import") },
  ...FORMATS.map(({ format, label }) => ({
    label: `Export ${label}`,
    icon: <Download aria-hidden />,
    isDisabled: exporter.isPending,
    onSelect: () => exporter.exportAs(format),
  })),
];

interface ReadingsExporter {
  exportAs: (format: ReadingExportFormat) => void;
  isPending: boolean;
}

/** Always requests the file from the server, because an export must not come from a cache. */
export function useExportReadings(): ReadingsExporter {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    exportAs: (format: ReadingExportFormat) =>
      void save(client.exports.readings.query({ format }, { context: IN_BODY })),
    isPending,
  };
}
