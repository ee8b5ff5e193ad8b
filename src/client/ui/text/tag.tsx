import { X } from "lucide-react";

import { classNames } from "#client/ui/class-names.ts";

const SHAPE =
  "inline-flex h-6 max-w-full min-w-0 items-center rounded-chip border border-line bg-surface text-xs text-ink-muted";

interface TagProps {
  label: string;
  onClick?: () => void;
  onRemove?: () => void;
}

/** Tag: plain, as a button, or with a remove button. */
export function Tag({ label, onClick, onRemove }: TagProps) {
  if (onClick) {
    return (
      <button
        type="button"
        title={label}
        onClick={onClick}
        className={classNames(
          SHAPE,
          "relative px-2 hover:border-line-strong hover:bg-sunken hover:text-ink",
          // Small, but with a large touch target.
          "max-md:h-8 max-md:px-3 max-md:after:absolute max-md:after:-inset-y-1.5 max-md:after:inset-x-0",
        )}
      >
        <span className="truncate">{label}</span>
      </button>
    );
  }
  return (
    <span className={classNames(SHAPE, onRemove ? "pl-2 max-md:h-9" : "px-2")}>
      <span className="truncate">{label}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
          className="flex size-6 shrink-0 items-center justify-center rounded-chip text-ink-faint hover:text-ink max-md:size-9"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}
