import { addingProcedure, protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { datasetImportRequestSchema } from "#shared/datasets/dataset-import.ts";
import {
  datasetEditSchema,
  datasetSchema,
  datasetVersionSchema,
  newDatasetSchema,
} from "#shared/datasets/datasets.ts";
import { exportedFileSchema, tableExportRequestSchema } from "#shared/export.ts";
import { importReportSchema } from "#shared/imports/request.ts";
import { removalRequestSchema, removalSchema } from "#shared/kernel/deletions.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";
import { restoreRequestSchema, versionsRequestSchema } from "#shared/kernel/versions.ts";

import {
  addDataset,
  editDataset,
  exportDatasets,
  getDataset,
  importDatasets,
  listDatasets,
  listDatasetVersions,
  removeDataset,
  restoreDataset,
} from "./datasets.service.ts";

export const datasetsRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(datasetSchema))
    .query(({ ctx, input }) => listDatasets(ctx.app, input)),
  get: protectedProcedure
    .input(byId)
    .output(datasetSchema)
    .query(({ ctx, input }) => getDataset(ctx.app, input.id)),
  add: addingProcedure
    .input(newDatasetSchema)
    .output(datasetSchema)
    .mutation(({ ctx, input }) => addDataset(ctx.app, ctx.user, input)),
  edit: protectedProcedure
    .input(datasetEditSchema)
    .output(datasetSchema)
    .mutation(({ ctx, input }) => editDataset(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(removalRequestSchema)
    .output(removalSchema)
    .mutation(({ ctx, input }) => removeDataset(ctx.app, ctx.user, input)),
  versions: protectedProcedure
    .input(versionsRequestSchema)
    .output(pageOf(datasetVersionSchema))
    .query(({ ctx, input }) => listDatasetVersions(ctx.app, input)),
  restore: protectedProcedure
    .input(restoreRequestSchema)
    .output(datasetSchema)
    .mutation(({ ctx, input }) => restoreDataset(ctx.app, ctx.user, input)),
  import: protectedProcedure
    .input(datasetImportRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importDatasets(ctx.app, ctx.user, input, ctx.callerGone())),
  export: protectedProcedure
    .input(tableExportRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportDatasets(ctx.app, input, ctx.callerGone())),
});
