import { Download, Upload } from "lucide-react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { AddButton } from "#client/features/library/library-header.tsx";
import { Button } from "#client/ui/button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import type { ReadingExportFormat } from "#shared/export.ts";

import type { ReadingsDialog } from "./readings-view-url.ts";

const FORMATS: readonly { format: ReadingExportFormat; label: string }[] = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "json", label: "JSON, with fields and discussions" },
  { format: "bibtex", label: "BibTeX, for citations" },
];

interface ReadingsHeaderProps {
  exporter: ReadingsExporter;
  onOpen: (dialog: ReadingsDialog) => void;
}

/** Section title and actions. On phones, all but the primary one are in the menu of the list. */
export function ReadingsHeader({ exporter, onOpen }: ReadingsHeaderProps) {
  return (
    <PageHeader
      isCompact
      title="ChapterLoop"
      subtitle="Manage your reading list and engage in discussions"
      actions={
        <>
          <Button icon={<Upload aria-hidden />} className="max-md:hidden" onClick={() => onOpen("import")}>
            Import
          </Button>
          <Menu
            trigger={
              <Button
                icon={<Download aria-hidden />}
                className="max-md:hidden"
                isPending={exporter.isPending}
              >
                Export
              </Button>
            }
            groups={[
              FORMATS.map(({ format, label }) => ({ label, onSelect: () => exporter.exportAs(format) })),
            ]}
          />
          <AddButton label="Add Reading" onAdd={() => onOpen("add")} />
        </>
      }
    />
  );
}

/** Returns menu entries for the actions of the header. */
export const readingActions = ({ exporter, onOpen }: ReadingsHeaderProps) => [
  { label: "Import", icon: <Upload aria-hidden />, onSelect: () => onOpen("import") },
  ...FORMATS.map(({ format, label }) => ({
    label: `Export ${label}`,
    icon: <Download aria-hidden />,
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
