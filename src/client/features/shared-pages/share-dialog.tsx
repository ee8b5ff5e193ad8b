import { useState } from "react";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { CopyFrame } from "#client/ui/form/text-frame.tsx";

import type { Shareable } from "./share-button.tsx";

interface ShareDialogProps {
  page: Shareable;
  onClose: () => void;
}

const NOUNS = { radar: "radar", landscape: "landscape", brief: "brief" } as const;

/** Moves the focus to the new address, because it is shown only once. */
const focusAddress = (address: HTMLElement | null) => address?.focus({ preventScroll: true });

/** Dialog that creates a secret address for a read-only page, and shows it once. */
export function ShareDialog({ page, onClose }: ShareDialogProps) {
  const { sharedPages } = trpc.useUtils();
  const [showsNames, setShowsNames] = useState(true);
  const create = trpc.sharedPages.create.useMutation({
    gcTime: 0,
    ...useChange({ failed: "Page not shared", refresh: () => void sharedPages.list.invalidate() }),
  });
  const created = create.data;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={created ? "Your Page Is Shared" : "Share Page"}
      description={`A read-only page of the ${NOUNS[page.kind]}, for people without an account`}
      footer={
        created ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              isPending={create.isPending}
              pendingLabel="Creating..."
              onClick={() => create.mutate({ ...page, showsNames })}
            >
              Create Address
            </Button>
          </>
        )
      }
    >
      <div key={created?.id} ref={created && focusAddress} tabIndex={-1} className="space-y-4 outline-none">
        {created ? (
          <>
            <p className="text-pretty">Copy the address now. It isn&apos;t shown again.</p>
            <CopyFrame label="Address" text={created.pageUrl} />
          </>
        ) : (
          <>
            <p className="text-pretty">
              {`It shows ${page.kind === "brief" ? "the brief as published" : "the current tools, rings and reasons"}, without email addresses, comments and votes. Search engines are asked not to list it.`}
            </p>
            <Switch label="Show who decided" isOn={showsNames} onChange={setShowsNames} />
          </>
        )}
        <p className="text-pretty text-ink-muted">
          Anyone with the address can read it without signing in, until you revoke it under{" "}
          <Link to="/admin/shared-pages" className="text-accent-ink underline">
            Admin, Shared Pages
          </Link>
          .
        </p>
      </div>
    </Dialog>
  );
}
