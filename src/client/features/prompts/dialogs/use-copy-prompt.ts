import { useCallback } from "react";

import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";
import { parseVariables } from "#shared/prompts/prompt-variables.ts";

const REASON = "The browser blocked access to the clipboard. Select the text and copy it yourself.";

/** Copies a prompt's text to the clipboard and reports its unfilled variables. */
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
