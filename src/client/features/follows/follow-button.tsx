import { Rss } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { FollowedView } from "#shared/follows.ts";

export const FollowDialog = lazyComponent(async () => (await import("./follow-dialog.tsx")).FollowDialog);

interface FollowButtonProps {
  label: string;
  /** Current view of the page. */
  view: FollowedView;
}

/** Button that creates a feed of the current view. */
export function FollowButton({ label, view }: FollowButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<Rss aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={() => void FollowDialog.preload().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <FollowDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}
