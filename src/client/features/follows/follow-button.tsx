import { Rss } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { FollowedView } from "#shared/follows.ts";

const FollowDialog = lazyComponent(() => import("./follow-dialog.tsx"), "FollowDialog");

interface FollowButtonProps {
  /** What the page shows at the moment. */
  view: FollowedView;
  label?: string;
  /** On phones its icon alone. */
  isShort?: boolean;
}

/** The way to have what a page shows in a feed reader. */
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
