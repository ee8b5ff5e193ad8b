import { trpc } from "#client/api/trpc.ts";

/** The tools that were changed last. */
export const useLatestTools = () => trpc.tools.list.useQuery({ limit: 5 });
