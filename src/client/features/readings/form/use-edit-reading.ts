import { trpc } from "#client/api/trpc.ts";
import { newerVersion } from "#client/features/forms/newer-version.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import type { Reading } from "#shared/readings/readings.ts";

/** Returns the current reading, if an edit was refused because another user had changed it. */
export const newerReading = (error: unknown): Reading | undefined =>
  newerVersion<Reading>(error, READING_FIELDS);

/** Saves an edit. The dialog shows conflicts itself. */
export function useEditReading() {
  const { readings } = trpc.useUtils();
  return trpc.readings.edit.useMutation(
    useChange({
      done: "Reading updated successfully!",
      failed: { title: "Failed to update reading. Please try again." },
      refresh: () => void readings.list.invalidate(),
      isShown: (error) => newerReading(error) !== undefined,
    }),
  );
}
