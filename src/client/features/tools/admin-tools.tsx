import { RefreshCw } from "lucide-react";

import { Button } from "#client/ui/button.tsx";

import { useUpdateAllReleaseNotes } from "./use-tools.ts";

/** What only admins may set going. */
export function AdminTools() {
  const update = useUpdateAllReleaseNotes();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose min-w-0 flex-1 basis-64 text-ink-muted">
        Release notes update automatically at 2 AM nightly. You can also have the server look for new ones of
        all tools now.
      </p>
      <Button
        icon={<RefreshCw aria-hidden />}
        isPending={update.isPending}
        pendingLabel="Starting..."
        onClick={() => update.mutate()}
      >
        Update All Release Notes
      </Button>
    </div>
  );
}
