import { Braces, Table } from "lucide-react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { ExportDialog } from "#client/features/exports/export-dialog.tsx";
import type { Dataset } from "#shared/datasets/datasets.ts";
import type { TableExportRequest } from "#shared/export.ts";

interface ExportDatasetsDialogProps {
  datasets: readonly Dataset[];
  onClose: () => void;
}

/** Dialog that exports selected datasets. */
export function ExportDatasetsDialog({ datasets, onClose }: ExportDatasetsDialogProps) {
  const { client } = trpc.useUtils();
  return (
    <ExportDialog
      source={{
        title: "Export Datasets",
        description: "Export your datasets to a spreadsheet or another program.",
        noun: "dataset",
        choices: [
          { format: "json", name: "JSON", text: "Every field, ready to import again", icon: <Braces /> },
          {
            format: "csv",
            name: "CSV",
            text: "A table for Excel, Numbers or Google Sheets",
            icon: <Table />,
          },
        ],
        items: datasets.map(({ id, name, licence }) => ({ id, name, detail: licence })),
        load: (request: TableExportRequest) => client.datasets.export.query(request, { context: IN_BODY }),
      }}
      onClose={onClose}
    />
  );
}
