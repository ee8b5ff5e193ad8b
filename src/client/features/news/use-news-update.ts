import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** Has the server look for news of every tool, in the background. */
export function useUpdateAllNews() {
  const toast = useToast();
  return trpc.news.fetchAll.useMutation({
    onSuccess: ({ message }) =>
      toast.success("News Update Started", message || "News update has been triggered"),
    onError: (error) => toast.failure("Update Failed", messageOf(error, "Failed to trigger news update")),
  });
}

/** Has the server look for news of one tool now. */
export function useFetchToolNews() {
  const toast = useToast();
  const { news } = trpc.useUtils();
  return trpc.news.fetchForTool.useMutation({
    onSuccess: ({ message, added }) => {
      if (added > 0) toast.success("News Updated", message);
      else toast.info("Nothing New", message);
      return news.list.invalidate();
    },
    onError: (error) =>
      toast.failure("Update Failed", messageOf(error, "Failed to fetch latest news articles.")),
  });
}
