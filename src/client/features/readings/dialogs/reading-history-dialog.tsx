import { firstPageOf } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { HistoryDialog } from "#client/features/history/history-dialog.tsx";
import type { HistoryKind, ItemHistory } from "#client/features/history/item-history.ts";
import {
  BY_PAGE,
  farOffVersion,
  useItemHistory,
  versionsOf,
} from "#client/features/history/use-item-history.ts";
import { useRestoring } from "#client/features/history/use-restoring.ts";
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

/** Returns a reading's history, including the version in the URL. */
function useReadingHistory(id: string, version: number | null): ItemHistory {
  const { readings } = trpc.useUtils();
  const pages = trpc.readings.versions.useInfiniteQuery(versionsOf(id), BY_PAGE);
  const farOff = trpc.readings.versions.useQuery(...farOffVersion(id, version, pages));
  const readAgain = () => {
    readings.versions.setInfiniteData(versionsOf(id), (known) => known && firstPageOf(known));
    return readings.versions.invalidate({ id });
  };
  const restore = trpc.readings.restore.useMutation(
    useRestoring("reading", () => Promise.all([readAgain(), readings.list.invalidate()])),
  );
  return useItemHistory(id, { pages, farOff, restore, readAgain });
}
