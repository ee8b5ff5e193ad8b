import { Copy } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";

import { TextFrame } from "./text-frame.tsx";

/** Text to paste elsewhere, with a copy button. */
export function CopyFrame({ label, text }: { label: string; text: string }) {
  const toast = useToast();

  async function handleCopy() {
    if (await copyText(text)) toast.success(`${label} copied`);
    else toast.failure("Not copied", "Select the text and copy it manually.");
  }

  return (
    <TextFrame
      label={label}
      actions={
        <Button
          size="small"
          variant="ghost"
          aria-label={`Copy: ${label}`}
          icon={<Copy aria-hidden />}
          onClick={() => void handleCopy()}
        >
          Copy
        </Button>
      }
    >
      <code className="font-mono text-xs wrap-anywhere">{text}</code>
    </TextFrame>
  );
}
