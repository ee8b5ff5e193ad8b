import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { clientName } from "#client/features/users/account/device-name.ts";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Follow } from "#shared/follows.ts";

/** Time of a feed's last request, and the program that sent it. */
export function LastRequest({ follow: { lastReadAt, lastReader } }: { follow: Follow }) {
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

/** Returns a mutation that creates a feed. Its secret address is only in `data`, until the dialog closes. */
export function useCreateFollow() {
  const { follows } = trpc.useUtils();
  const refresh = () => void follows.list.invalidate();
  return trpc.follows.create.useMutation({
    gcTime: 0,
    ...useChange({ failed: "Address not created", refresh }),
  });
}

export function useRemoveFollow() {
  const { follows } = trpc.useUtils();
  const refresh = () => follows.list.invalidate();
  return trpc.follows.remove.useMutation(
    useChange({ done: "Feed stopped", failed: "Feed not stopped", refresh }),
  );
}
