import { HistoryDialog } from "#client/features/history/history-dialog.tsx";
import type { HistoryKind } from "#client/features/history/item-history.ts";
import { useReadingHistory } from "#client/features/readings/use-reading-history.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import type { Reading } from "#shared/readings/readings.ts";

interface ReadingHistoryDialogProps {
  reading: Reading;
  /** Number of the shown version; null for the current one. */
  version: number | null;
  onShow: (version: number | null) => void;
  onClose: () => void;
}

const OF_READINGS: HistoryKind = { kind: "reading", fields: READING_FIELDS };

/** Dialog with all versions of a reading. */
export function ReadingHistoryDialog({ reading, ...rest }: ReadingHistoryDialogProps) {
  const history = useReadingHistory(reading.id, rest.version);
  return <HistoryDialog of={OF_READINGS} id={reading.id} name={reading.title} history={history} {...rest} />;
}
