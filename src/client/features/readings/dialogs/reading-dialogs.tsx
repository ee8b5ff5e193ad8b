import { useMemo } from "react";

import { LibraryDialogs } from "#client/features/library/library-dialogs.tsx";
import type { Library } from "#client/features/library/use-library.ts";
import type { ReadingsView, ReadingsViewActions } from "#client/features/readings/page/readings-view.ts";
import { useDeleteReading, useRefetchReadings } from "#client/features/readings/use-readings.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { formatCommentCount } from "#shared/comments/comment-thread.ts";
import { topicsOf } from "#shared/readings/reading-filter.ts";
import type { ListedReading } from "#shared/readings/readings.ts";

const DeleteDialog = lazyComponent(
  async () => (await import("#client/ui/dialog/confirm-dialog.tsx")).DeleteDialog,
);
const AddReadingDialog = lazyComponent(
  async () => (await import("#client/features/readings/form/add-reading-dialog.tsx")).AddReadingDialog,
);
const EditReadingDialog = lazyComponent(
  async () => (await import("#client/features/readings/form/edit-reading-dialog.tsx")).EditReadingDialog,
);
const ImportReadingsDialog = lazyComponent(
  async () => (await import("./import-readings-dialog.tsx")).ImportReadingsDialog,
);

interface ReadingDialogsProps {
  view: ReadingsView;
  library: Library<ListedReading>;
  actions: ReadingsViewActions;
}

/** Dialogs of ChapterLoop. */
export function ReadingDialogs({ view, library, actions }: ReadingDialogsProps) {
  const { dialog } = view;
  const onClose = actions.close;
  const topics = useMemo(() => topicsOf(library.items), [library.items]);
  return (
    <LibraryDialogs
      kind="reading"
      view={view}
      library={library}
      history={{ nameOf: ({ title }) => title, change: actions.change }}
      notFound="Reading Not Found"
      onClose={onClose}
      renderItem={(reading) => (
        <>
          {dialog === "edit" && <EditReadingDialog reading={reading} topics={topics} onClose={onClose} />}
          {dialog === "delete" && <DeleteReadingDialog reading={reading} onClose={onClose} />}
        </>
      )}
    >
      {dialog === "add" && <AddReadingDialog topics={topics} onClose={onClose} />}
      {dialog === "import" && <ImportReadingsDialog onClose={onClose} />}
    </LibraryDialogs>
  );
}

/** Dialog that deletes a reading. It warns that the comments are deleted too. */
function DeleteReadingDialog({ reading, onClose }: { reading: ListedReading; onClose: () => void }) {
  const deleteReading = useDeleteReading(onClose);
  const { title, commentCount } = reading;
  useRefetchReadings();
  return (
    <DeleteDialog
      title="Delete Reading"
      name={title}
      confirmLabel="Delete Reading"
      isPending={deleteReading.isPending}
      onConfirm={() => deleteReading.mutate({ id: reading.id })}
      onClose={onClose}
    >
      {commentCount === 0
        ? "It has no comments."
        : `Its ${formatCommentCount(commentCount)} will be deleted too.`}
    </DeleteDialog>
  );
}
