import { Share2 } from "lucide-react";
import { useState } from "react";

import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { SharedPage } from "#shared/shared-pages/shared-pages.ts";

const ShareDialog = lazyComponent(async () => (await import("./share-dialog.tsx")).ShareDialog);

export interface Shareable {
  kind: SharedPage["kind"];
  /** Published brief. */
  briefId?: string;
}

/** Button that shares a page with people who have no account. Only administrators see it. */
export function ShareButton(page: Shareable) {
  const [isOpen, setOpen] = useState(false);
  if (useCurrentUser()?.role !== "admin") return null;
  return (
    <>
      <Button
        icon={<Share2 aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={() => void ShareDialog.preload().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        Share Page
      </Button>
      {isOpen && <ShareDialog page={page} onClose={() => setOpen(false)} />}
    </>
  );
}
