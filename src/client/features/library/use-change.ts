import { messageOf } from "#client/api/errors.ts";
import { type ToastAction, useToast } from "#client/ui/feedback/toast.tsx";

interface Words {
  title: string;
  text?: string | undefined;
}

interface Outcome extends Words {
  /** What can be done about it, such as taking it back. */
  action?: ToastAction;
}

interface Change<Result, Input> {
  /** The toast of a change that went well. */
  done: string | ((result: Result, input: Input) => Outcome);
  /** The toast of one that did not; the server's own message stands in place of the text. */
  failed: Words;
  onDone?: (result: Result, input: Input) => void;
  /** Reads the list again, whatever came of the change; one that returns a promise keeps the mutation pending. */
  refresh?: () => Promise<void> | void;
  /** Failures that the dialog itself shows. */
  isShown?: (error: unknown) => boolean;
}

/** What a mutation does when it ends: the toasts, worded by each section as it is specified, and the list anew. */
export function useChange<Result, Input>({ done, failed, onDone, refresh, isShown }: Change<Result, Input>) {
  const toast = useToast();
  return {
    onSuccess(result: Result, input: Input) {
      const { title, text, action }: Outcome =
        typeof done === "string" ? { title: done } : done(result, input);
      toast.success(title, text, action && { action });
      onDone?.(result, input);
    },
    onError(error: unknown) {
      if (isShown?.(error)) return;
      toast.failure(failed.title, messageOf(error, failed.text ?? "") || undefined);
    },
    onSettled: () => refresh?.(),
  };
}

/** For the cache of a list: the same page without one item. */
export const withoutItem =
  (id: string) =>
  <Page extends { items: readonly { id: string }[] }>(page: Page | undefined): Page | undefined =>
    page && { ...page, items: page.items.filter((item) => item.id !== id) };
