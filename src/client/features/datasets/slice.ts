import { Database, Download, Plus, Upload } from "lucide-react";

import { batchUrl } from "#client/api/first-calls.ts";
import { isChangeOf, type Slice } from "#client/slice.ts";

export const datasetSlice: Slice = {
  name: "datasets",
  pages: [
    {
      path: "/datasets",
      title: "Datasets",
      Icon: Database,
      nav: "sidebar",
      goKey: "d",
      load: async () => ({
        Component: (await import("#client/features/datasets/datasets-page.tsx")).DatasetsPage,
      }),
      firstCalls: [batchUrl(["datasets.list", {}])],
      actions: [
        { query: "dialog=add", label: "Add dataset", Icon: Plus },
        { query: "dialog=import", label: "Import datasets", Icon: Upload },
        { query: "dialog=export", label: "Export datasets", Icon: Download },
      ],
      section: {
        kind: "dataset",
        purpose: "Data to train and test with",
        tone: "bg-modality-multimodal text-on-modality-multimodal",
        loadedItems: ({ datasets }) => datasets.list.getData({})?.items,
      },
    },
  ],
  refresh: [
    {
      isAffected: isChangeOf("dataset"),
      refetch: ({ datasets }) => [datasets.list.invalidate(), datasets.get.invalidate()],
    },
  ],
};
