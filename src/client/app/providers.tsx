import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";

import { createQueryClient } from "#client/api/query-client.ts";
import { createTrpcClient, getQueryKey, trpc } from "#client/api/trpc.ts";
import { DECIDED } from "#client/ui/dialog/unsaved.ts";
import { ToastProvider } from "#client/ui/feedback/toast.tsx";

/** Providers for every screen: server calls, toasts and tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [{ trpcClient, queryClient }] = useState(() => {
    const leave = () => {
      void client.resetQueries({ queryKey: getQueryKey(trpc.account.me) });
      void navigate("/", { state: DECIDED });
    };
    const client = createQueryClient(leave);
    return { trpcClient: createTrpcClient(leave), queryClient: client };
  });
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>{children}</ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
