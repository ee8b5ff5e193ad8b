import { useCallback } from "react";

import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";
import { parseVariables } from "#shared/prompts/prompt-variables.ts";

const REASON = "The browser blocked access to the clipboard. Select the text and copy it yourself.";

/** Puts a prompt's text into the clipboard, and reports which of its variables are still to be filled in. */
export function useCopyPrompt() {
  const toast = useToast();
  return useCallback(
    async (text: string, what = "Prompt Copied") => {
      if (!(await copyText(text))) {
        toast.failure("Copy Failed", REASON);
        return;
      }
      const open = parseVariables(text).map(({ name }) => name);
      toast.success(what, open.length === 0 ? undefined : `Not filled in yet: ${open.join(", ")}`);
    },
    [toast],
  );
}
