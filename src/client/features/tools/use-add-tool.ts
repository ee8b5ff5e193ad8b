import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** Adds a tool to the catalogue. */
export function useAddTool() {
  const toast = useToast();
  const { tools } = trpc.useUtils();
  return trpc.tools.add.useMutation({
    onSuccess: () => {
      toast.success("AI tool added successfully");
      void tools.list.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to add AI tool")),
  });
}
