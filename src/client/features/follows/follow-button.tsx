import { Rss } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { FollowedView } from "#shared/follows.ts";

export const FollowDialog = lazyComponent(() => import("./follow-dialog.tsx"), "FollowDialog");

interface FollowButtonProps {
  /** Current view of the page. */
  view: FollowedView;
  label?: string;
  /** True to show only the icon on phones. */
  isShort?: boolean;
}

/** Button that creates a feed of the current view. */
export function FollowButton({ view, label = "RSS feed", isShort = false }: FollowButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<Rss aria-hidden />}
        aria-haspopup="dialog"
        className={classNames(isShort && "max-sm:min-w-11")}
        onPointerEnter={() => void FollowDialog.preload().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        <span className={classNames(isShort && "max-sm:sr-only")}>{label}</span>
      </Button>
      {isOpen && <FollowDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}
