import { ChangeNote, ItemNote } from "#client/features/live/item-note.tsx";
import { useOpenItemState } from "#client/features/live/open-item.tsx";

import type { ItemHistory, Version } from "./item-history.ts";

interface HistoryNoteProps {
  history: ItemHistory;
  /** Newest loaded version. */
  newest: Version | undefined;
}

/** Note that another user has saved a version since the history was loaded, or deleted the item. */
export function HistoryNote({ history, newest }: HistoryNoteProps) {
  const state = useOpenItemState();
  if (!state?.latest) return <ItemNote />;
  const { change, latest, take } = state;
  const isBusy = history.isRestoring || history.isReadingAgain;
  if (!newest || isBusy || latest.revision <= newest.revision) return null;

  function handleShow() {
    take();
    history.readAgain();
  }
  return <ChangeNote change={change} onShow={handleShow} />;
}
