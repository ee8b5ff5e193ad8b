import { Copy } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";

interface TextFrameProps {
  /** Accessible name, also shown above. */
  label: string;
  /** Buttons to the right of the label. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Preformatted text in a frame, which scrolls if long. */
export function TextFrame({ label, actions, className, children }: TextFrameProps) {
  return (
    <div className={classNames("overflow-hidden rounded-control border border-line bg-sunken", className)}>
      <div className="flex min-h-control items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3">
        <span className="text-xs font-medium text-ink-faint">{label}</span>
        {actions}
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        dir="auto"
        aria-label={label}
        className="max-h-96 overflow-y-auto overscroll-contain px-3 py-2.5 break-words whitespace-pre-wrap text-ink -outline-offset-2"
      >
        {children}
      </section>
    </div>
  );
}

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
