import { Braces, Table } from "lucide-react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { ExportDialog } from "#client/features/exports/export-dialog.tsx";
import type { ExportSource } from "#client/features/exports/use-export.ts";
import type { TableExportRequest } from "#shared/export.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

const CHOICES: ExportSource<TableExportRequest["format"]>["choices"] = [
  { format: "json", name: "JSON", text: "Every field, ready to import again", icon: <Braces /> },
  { format: "csv", name: "CSV", text: "A table for Excel, Numbers or Google Sheets", icon: <Table /> },
];

interface ExportPromptsDialogProps {
  prompts: readonly Prompt[];
  onClose: () => void;
}

/** Dialog that exports selected prompts in a format. */
export function ExportPromptsDialog({ prompts, onClose }: ExportPromptsDialogProps) {
  const load = useLoadExport();
  return (
    <ExportDialog
      source={{
        title: "Export Prompts",
        description: "Export your library to a spreadsheet or another program.",
        noun: "prompt",
        choices: CHOICES,
        items: prompts.map(({ id, name, modality }) => ({
          id,
          name,
          detail: modality && optionLabel(modality),
        })),
        load,
      }}
      onClose={onClose}
    />
  );
}

/** Requested directly, because an export must not come from the cache. */
function useLoadExport() {
  const { client } = trpc.useUtils();
  return (request: TableExportRequest) => client.exports.prompts.query(request, { context: IN_BODY });
}
