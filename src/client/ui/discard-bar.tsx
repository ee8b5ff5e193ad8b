import { Button } from "./button.tsx";
import { NEVER_COVERED } from "./use-clearance.ts";

interface DiscardBarProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Takes the footer's place and asks before typed text is thrown away. */
export function DiscardBar({ onKeep, onDiscard }: DiscardBarProps) {
  return (
    <div
      {...NEVER_COVERED}
      role="alert"
      className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-warning-soft px-5 py-3 md:rounded-b-card md:px-6"
    >
      <p className="mr-auto text-sm font-medium text-warning-ink">Discard your changes?</p>
      <Button ref={(button) => button?.focus()} onClick={onKeep}>
        Keep Editing
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
