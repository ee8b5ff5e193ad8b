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
  { format: "json", label: "JSON, with every field" },
  { format: "bibtex", label: "BibTeX, for citations" },
];

/** Section title and actions. */
export function ReadingsHeader({ onOpen }: { onOpen: (dialog: ReadingsDialog) => void }) {
  const { exportAs, isPending } = useExportReadings();
  return (
    <PageHeader
      title="ChapterLoop"
      subtitle="Manage your reading list and engage in discussions"
      actions={
        <>
          <Button icon={<Upload aria-hidden />} onClick={() => onOpen("import")}>
            Import
          </Button>
          <Menu
            trigger={
              <Button icon={<Download aria-hidden />} isPending={isPending}>
                Export
              </Button>
            }
            groups={[FORMATS.map(({ format, label }) => ({ label, onSelect: () => exportAs(format) }))]}
          />
          <AddButton label="Add Reading" onAdd={() => onOpen("add")} />
        </>
      }
    />
  );
}

/** Always requests the file from the server, because an export must not come from a cache. */
function useExportReadings() {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    exportAs: (format: ReadingExportFormat) =>
      void save(client.exports.readings.query({ format }, { context: IN_BODY })),
    isPending,
  };
}
