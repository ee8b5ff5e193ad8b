import { issuesOf, messageOf } from "#client/api/errors.ts";
import { type ToastAction, useToast } from "#client/ui/feedback/toast.tsx";

interface ToastText {
  title: string;
  text?: string | undefined;
}

interface ToastContent extends ToastText {
  /** Action in the toast, such as undo. */
  action?: ToastAction;
}

interface ChangeOptions<Result, Input> {
  /** Toast after success; none by default. */
  done?: string | ((result: Result, input: Input) => ToastContent);
  /** Toast after failure. The server's message replaces its text, which is "Please try again." by default. */
  failed: string | ToastText;
  onDone?: (result: Result, input: Input) => void;
  /** Refetches queries after success or failure. A returned promise keeps the mutation pending. */
  refresh?: () => Promise<unknown> | void;
  /** True for failures that are shown elsewhere, such as at a field. */
  isShown?: (error: unknown) => boolean;
}

/** Returns handlers for the end of a mutation: they show a toast and refetch queries. */
export function useChange<Result, Input>({
  done,
  failed,
  onDone,
  refresh,
  isShown,
}: ChangeOptions<Result, Input>) {
  const toast = useToast();
  return {
    onSuccess(result: Result, input: Input) {
      if (done !== undefined) {
        const { title, text, action }: ToastContent =
          typeof done === "string" ? { title: done } : done(result, input);
        toast.success(title, text, action && { action });
      }
      onDone?.(result, input);
    },
    onError(error: unknown) {
      if (isShown?.(error)) return;
      const { title, text = "" } =
        typeof failed === "string" ? { title: failed, text: "Please try again." } : failed;
      toast.failure(title, messageOf(error, text) || undefined);
    },
    onSettled: () => refresh?.(),
  };
}

/** True if a field shows the error, so that no toast is needed. */
export const isFieldError = (error: unknown): boolean => issuesOf(error).some(({ path }) => path !== "");

/** Returns a function that removes an item from a cached page of a list. */
export const withoutItem =
  (id: string) =>
  <Page extends { items: readonly { id: string }[] }>(page: Page | undefined): Page | undefined =>
    page && { ...page, items: page.items.filter((item) => item.id !== id) };
