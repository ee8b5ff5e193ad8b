import { trpc } from "#client/api/trpc.ts";

/** Returns the latest changed tools. */
export const useLatestTools = () => trpc.tools.list.useQuery({ limit: 5 });
