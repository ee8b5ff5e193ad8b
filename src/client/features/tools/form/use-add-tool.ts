import { messageOf } from "#client/api/errors.ts";
import { logFailure } from "#client/api/log-failure.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** Adds a tool to the catalogue and has the server look for news of it. */
export function useAddTool() {
  const toast = useToast();
  const { tools, news } = trpc.useUtils();
  const fetchNews = trpc.news.fetchForTool.useMutation({
    onSuccess: () => news.list.invalidate(),
    onError: (error) => logFailure("Couldn't fetch news for a new tool", error),
  });
  return trpc.tools.add.useMutation({
    onSuccess: ({ id }) => {
      toast.success("AI tool added successfully");
      fetchNews.mutate({ id });
      void tools.list.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to add AI tool")),
  });
}
