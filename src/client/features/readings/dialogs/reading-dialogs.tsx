import { lazy, Suspense, useMemo } from "react";

import { useOpenItem } from "#client/features/page-view/use-open-item.ts";
import { useGoneNotice } from "#client/features/page-view/use-refusal.ts";
import type { ReadingsView } from "#client/features/readings/page/readings-view-url.ts";
import type { ReadingsViewActions } from "#client/features/readings/page/use-readings-view.ts";
import { type ListedReading, topicsOf } from "#shared/readings.ts";

import { DeleteReadingDialog } from "./delete-reading-dialog.tsx";

const AddReadingDialog = lazy(async () => ({
  default: (await import("#client/features/readings/form/add-reading-dialog.tsx")).AddReadingDialog,
}));
const EditReadingDialog = lazy(async () => ({
  default: (await import("#client/features/readings/form/edit-reading-dialog.tsx")).EditReadingDialog,
}));
const ImportReadingsDialog = lazy(async () => ({
  default: (await import("./import-readings-dialog.tsx")).ImportReadingsDialog,
}));

interface ReadingDialogsProps {
  view: ReadingsView;
  actions: ReadingsViewActions;
  /** All readings, or null while they are not known. */
  readings: readonly ListedReading[] | null;
}

/** The dialog that the address names. */
export function ReadingDialogs({ view: { dialog, itemId }, actions, readings }: ReadingDialogsProps) {
  const topics = useMemo(() => topicsOf(readings ?? []), [readings]);
  const { item: reading, isUnknown } = useOpenItem(readings, itemId, dialog === "edit");

  useGoneNotice(isUnknown, "Reading Not Found", actions.close);

  const onClose = actions.close;
  return (
    <Suspense>
      {reading && dialog === "edit" && (
        <EditReadingDialog reading={reading} topics={topics} onClose={onClose} />
      )}
      {reading && dialog === "delete" && <DeleteReadingDialog reading={reading} onClose={onClose} />}
      {dialog === "add" && <AddReadingDialog topics={topics} onClose={onClose} />}
      {dialog === "import" && <ImportReadingsDialog onClose={onClose} />}
    </Suspense>
  );
}
