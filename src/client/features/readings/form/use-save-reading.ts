import { currentOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import { type Reading, readingSchema } from "#shared/readings.ts";

/** Adds a reading to the list. */
export function useAddReading() {
  const toast = useToast();
  const { readings } = trpc.useUtils();
  return trpc.readings.add.useMutation({
    onSuccess: () => {
      toast.success("Reading added successfully!");
      void readings.list.invalidate();
    },
    onError: (error) =>
      toast.failure("Failed to add reading. Please try again.", messageOf(error, "") || undefined),
  });
}

/** The reading as it is now, when an edit was refused because somebody else had changed it. */
export const newerVersionOf = (error: unknown): Reading | undefined =>
  readingSchema.safeParse(currentOf(error)).data;

/** Saves an edit. The dialog itself speaks of one that somebody else was quicker with. */
export function useEditReading() {
  const toast = useToast();
  const { readings } = trpc.useUtils();
  return trpc.readings.edit.useMutation({
    onSuccess: () => toast.success("Reading updated successfully!"),
    onError: (error) => {
      if (newerVersionOf(error)) return;
      toast.failure("Failed to update reading. Please try again.", messageOf(error, "") || undefined);
    },
    onSettled: () => void readings.list.invalidate(),
  });
}
