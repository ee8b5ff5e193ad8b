import { useIsLiveLost } from "./use-live-changes.ts";

/** Says when this tab does not hear of changes for now. */
export function LiveNote() {
  const isLost = useIsLiveLost();
  return (
    <p aria-live="polite" className="min-w-0 flex-1 text-right text-xs text-balance text-ink-muted">
      {isLost && "Live updates pause; trying again"}
    </p>
  );
}
