import { Sparkles } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { Tooltip } from "#client/ui/tooltip.tsx";

import type { Autofill } from "./use-autofill.ts";

interface AutofillButtonProps {
  autofill: Autofill;
  /** The field's label. */
  label: string;
}

/** Stands at a field's label and requests a suggestion from the server. */
export function AutofillButton({ autofill, label }: AutofillButtonProps) {
  return (
    <Tooltip label={`Auto-fill ${label}`}>
      <Button
        variant="ghost"
        size="small"
        className="-my-1.5 -mr-2"
        icon={<Sparkles aria-hidden />}
        isPending={autofill.isPending}
        onClick={autofill.fill}
      >
        PPLX
      </Button>
    </Tooltip>
  );
}

/** Where a suggestion came from, and the way back to the text that it replaced. */
export function AutofillSource({ autofill: { source, former, undo } }: { autofill: Autofill }) {
  if (source === null) return null;
  return (
    <span className="break-words">
      From {source}
      {former !== "" && `, replacing “${shortened(former)}”`}{" "}
      <button
        type="button"
        onClick={undo}
        className="ml-1 rounded-chip font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
      >
        Undo
      </button>
    </span>
  );
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
