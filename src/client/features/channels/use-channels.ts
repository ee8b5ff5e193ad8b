import { trpc } from "#client/api/trpc.ts";
import { isFieldError, useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** Returns the channels. Refetches each time the list opens, and while it is visible. */
export const useChannels = () =>
  trpc.channels.list.useQuery(undefined, { refetchOnMount: "always", refetchInterval: 15_000 });

/** Returns the last messages to a channel. */
export const useDeliveries = (channelId: string) =>
  trpc.channels.deliveries.useQuery({ channelId, limit: 20 }, { refetchOnMount: "always" });

export function useAddChannel() {
  const { channels } = trpc.useUtils();
  const refresh = () => channels.list.invalidate();
  return trpc.channels.add.useMutation({
    // A new channel's secret is shown once.
    gcTime: 0,
    ...useChange({ failed: "Channel not added", refresh, isShown: isFieldError }),
  });
}

export function useEditChannel() {
  const { channels } = trpc.useUtils();
  return trpc.channels.edit.useMutation(
    useChange({
      done: ({ name, isOn }, edit) =>
        edit.isOn === undefined
          ? { title: "Channel saved" }
          : { title: isOn ? "Channel turned on" : "Channel turned off", text: name },
      failed: "Channel not saved",
      refresh: () => channels.invalidate(),
      isShown: isFieldError,
    }),
  );
}

export function useRemoveChannel() {
  const { channels } = trpc.useUtils();
  const refresh = () => channels.list.invalidate();
  return trpc.channels.remove.useMutation(
    useChange({ done: "Channel deleted", failed: "Channel not deleted", refresh }),
  );
}

export function useTestChannel() {
  const toast = useToast();
  const { channels } = trpc.useUtils();
  return trpc.channels.test.useMutation(
    useChange({
      failed: "Test not sent",
      onDone: ({ error }) =>
        error === null ? toast.success("Test sent") : toast.failure("Test not delivered", error),
      refresh: () => channels.list.invalidate(),
    }),
  );
}
