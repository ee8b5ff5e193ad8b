import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { clientName } from "#client/features/users/account/device-name.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Follow } from "#shared/follows.ts";

/** Time and program of a feed's last request. */
export function LastRead({ follow: { lastReadAt, lastReader } }: { follow: Follow }) {
  if (lastReadAt === null) return <span>Never read</span>;
  const reader = clientName(lastReader);
  return (
    <>
      Last read <RelativeTime iso={lastReadAt} />
      {reader !== null && ` by ${reader}`}
    </>
  );
}

/** Returns the user's private feeds. */
export const useFollows = () => trpc.follows.list.useQuery({}, { refetchOnMount: "always" });

/** Returns the name of a tool; null until it is loaded. */
export function useToolName(toolId: string | null): string | null {
  const { data } = trpc.tools.names.useQuery(undefined, { enabled: toolId !== null });
  return data?.items.find(({ id }) => id === toolId)?.name ?? null;
}

/** Creates a feed URL. It is only in `data`, until the dialog closes. */
export function useCreateFollow() {
  const toast = useToast();
  const { follows } = trpc.useUtils();
  return trpc.follows.create.useMutation({
    gcTime: 0,
    onError: (error) => toast.failure("Address not created", messageOf(error, "Please try again.")),
    onSettled: () => void follows.list.invalidate(),
  });
}

export function useRemoveFollow() {
  const toast = useToast();
  const { follows } = trpc.useUtils();
  return trpc.follows.remove.useMutation({
    onSuccess: () => toast.success("Feed stopped"),
    onError: (error) => toast.failure("Feed not stopped", messageOf(error, "Please try again.")),
    onSettled: () => follows.list.invalidate(),
  });
}
