import { Download, RotateCcw, Upload, Plus } from "lucide-react";
import { useState, type FormEvent, useRef } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { AddressInput } from "#client/ui/form/inputs.tsx";
import { newFeedSchema } from "#shared/news/feeds.ts";

import { FeedList } from "./feed-list.tsx";
import { ImportFeedsDialog } from "./import-feeds-dialog.tsx";
import { useRestoreFeeds, useAddFeed } from "./use-feeds.ts";

/** Admin panel of team feeds: add, remove, restore, OPML import and export. */
export function FeedsPanel() {
  const [isImporting, setImporting] = useState(false);
  const restore = useRestoreFeeds();
  const exporting = useExport();
  const { feeds: feedsUtils } = trpc.useUtils();

  return (
    <div className="space-y-4">
      <AddFeedForm />
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Upload aria-hidden />} onClick={() => setImporting(true)}>
          Import OPML
        </Button>
        <Button
          size="small"
          icon={<Download aria-hidden />}
          isPending={exporting.isPending}
          onClick={() => void exporting.save(feedsUtils.exportOpml.fetch(undefined, { staleTime: 0 }))}
        >
          Export OPML
        </Button>
        <Button
          size="small"
          icon={<RotateCcw aria-hidden />}
          isPending={restore.isPending}
          onClick={() => restore.mutate()}
        >
          Restore Bundled Feeds
        </Button>
      </div>
      <FeedList />
      {isImporting && <ImportFeedsDialog onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Form for the URL of a feed, or of a page that links to one. */
function AddFeedForm() {
  const addFeed = useAddFeed();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState("");
  const [error, setError] = useState<string>();
  useUnsaved(url.trim() !== "");

  function refuse(message: string) {
    setError(message);
    input.current?.focus();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const checked = newFeedSchema.safeParse({ url: url.trim() });
    if (!checked.success) {
      refuse(checked.error.issues[0]?.message ?? "Please enter a valid URL");
      return;
    }
    addFeed.mutate(checked.data, {
      onSuccess: () => setUrl(""),
      onError: (cause) => refuse(messageOf(cause, "No news feed found at this address")),
    });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex items-start gap-2">
      <Field label="Add Feed" error={error} className="min-w-0 flex-1">
        <AddressInput
          ref={input}
          value={url}
          placeholder="https://example.com/feed.xml, or a page with a feed"
          onChange={(address) => {
            setUrl(address);
            setError(undefined);
          }}
        />
      </Field>
      <Button
        type="submit"
        className="mt-6.5"
        icon={<Plus aria-hidden />}
        isPending={addFeed.isPending}
        pendingLabel="Reading..."
      >
        Add
      </Button>
    </form>
  );
}
