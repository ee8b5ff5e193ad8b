import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** Returns the channels, again each time the list opens and while it is shown. */
export const useChannels = () =>
  trpc.channels.list.useQuery(undefined, { refetchOnMount: "always", refetchInterval: 15_000 });

/** Returns the last messages to a channel. */
export const useDeliveries = (channelId: string) =>
  trpc.channels.deliveries.useQuery({ channelId, limit: 20 }, { refetchOnMount: "always" });

/** Shows an error that no field shows. */
function useFailure() {
  const toast = useToast();
  return (title: string) => (error: unknown) => {
    if (issuesOf(error).every(({ path }) => path === ""))
      toast.failure(title, messageOf(error, "Please try again."));
  };
}

export function useAddChannel() {
  const failure = useFailure();
  const { channels } = trpc.useUtils();
  return trpc.channels.add.useMutation({
    // Its secret is shown once.
    gcTime: 0,
    onError: failure("Channel not added"),
    onSettled: () => channels.list.invalidate(),
  });
}

export function useEditChannel() {
  const toast = useToast();
  const failure = useFailure();
  const { channels } = trpc.useUtils();
  return trpc.channels.edit.useMutation({
    onSuccess: ({ name, isOn }, edit) => {
      if (edit.isOn === undefined) toast.success("Channel saved");
      else toast.success(isOn ? "Channel turned on" : "Channel turned off", name);
    },
    onError: failure("Channel not saved"),
    onSettled: () => channels.invalidate(),
  });
}

export function useRemoveChannel() {
  const toast = useToast();
  const failure = useFailure();
  const { channels } = trpc.useUtils();
  return trpc.channels.remove.useMutation({
    onSuccess: () => toast.success("Channel deleted"),
    onError: failure("Channel not deleted"),
    onSettled: () => channels.list.invalidate(),
  });
}

export function useTestChannel() {
  const toast = useToast();
  const failure = useFailure();
  const { channels } = trpc.useUtils();
  return trpc.channels.test.useMutation({
    onSuccess: ({ error }) => {
      if (error === null) toast.success("Test sent");
      else toast.failure("Test not delivered", error);
    },
    onError: failure("Test not sent"),
    onSettled: () => channels.list.invalidate(),
  });
}
