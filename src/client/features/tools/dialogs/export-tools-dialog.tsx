import { Braces, FileText, Presentation, Table } from "lucide-react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { ExportDialog } from "#client/features/exports/export-dialog.tsx";
import type { ExportSource } from "#client/features/exports/export-source.ts";
import type { ExportFormat, ExportRequest } from "#shared/export.ts";
import type { Tool } from "#shared/tools/tools.ts";

const CHOICES: ExportSource<ExportFormat>["choices"] = [
  { format: "json", name: "JSON", text: "Every field, ready to import again", icon: <Braces /> },
  {
    format: "slides",
    name: "Slides (PowerPoint)",
    text: "A deck with charts and one slide per tool",
    icon: <Presentation />,
  },
  { format: "csv", name: "CSV", text: "A table for Excel, Numbers or Google Sheets", icon: <Table /> },
  {
    format: "markdown",
    name: "Markdown slides",
    text: "The same deck as plain text, for Marp",
    icon: <FileText />,
  },
];

interface ExportToolsDialogProps {
  tools: readonly Tool[];
  onClose: () => void;
}

/** Dialog that exports selected tools in a format. */
export function ExportToolsDialog({ tools, onClose }: ExportToolsDialogProps) {
  const load = useLoadExport();
  return (
    <ExportDialog
      source={{
        title: "Export for Presentations",
        description: "Export your catalogue to slides, a spreadsheet or another program.",
        noun: "tool",
        choices: CHOICES,
        items: tools.map(({ id, name, version, company }) => ({
          id,
          name,
          suffix: version,
          detail: company,
        })),
        load,
      }}
      onClose={onClose}
    />
  );
}

/** Always requests the file from the server, because an export must not come from a cache. */
function useLoadExport() {
  const { client } = trpc.useUtils();
  return (request: ExportRequest) => client.exports.tools.query(request, { context: IN_BODY });
}
