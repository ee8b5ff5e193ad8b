import { useIsLiveLost } from "./use-live-changes.ts";

/** Note shown while this tab receives no live updates. */
export function LiveNote() {
  const isLost = useIsLiveLost();
  return (
    <p aria-live="polite" className="min-w-0 flex-1 text-right text-xs text-balance text-ink-muted">
      {isLost && "Live updates pause; trying again"}
    </p>
  );
}
