import { Braces, Table } from "lucide-react";

import { ExportDialog } from "#client/features/exports/export-dialog.tsx";
import type { ExportSource } from "#client/features/exports/export-source.ts";
import type { PromptExportRequest } from "#shared/export.ts";
import { optionLabel } from "#shared/labels.ts";
import type { Prompt } from "#shared/prompts.ts";

import { useLoadExport } from "./use-load-export.ts";

const CHOICES: ExportSource<PromptExportRequest["format"]>["choices"] = [
  { format: "json", name: "JSON", text: "Every field, ready to import again", icon: <Braces /> },
  { format: "csv", name: "CSV", text: "A table for Excel, Numbers or Google Sheets", icon: <Table /> },
];

interface ExportPromptsDialogProps {
  prompts: readonly Prompt[];
  onClose: () => void;
}

/** Asks in which format to take which prompts away. */
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
