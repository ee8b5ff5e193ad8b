import { Download, Ellipsis, Plus, RotateCcw, Upload } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { AddressInput } from "#client/ui/form/text-inputs.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
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
      <AddFeedForm
        menu={
          <Menu
            trigger={
              <IconButton label="More" variant="secondary" className="mt-6.5">
                <Ellipsis aria-hidden />
              </IconButton>
            }
            groups={[
              [
                { label: "Import OPML", icon: <Upload aria-hidden />, onSelect: () => setImporting(true) },
                {
                  label: "Export OPML",
                  icon: <Download aria-hidden />,
                  isDisabled: exporting.isPending,
                  onSelect: () =>
                    void exporting.save(feedsUtils.exportOpml.fetch(undefined, { staleTime: 0 })),
                },
              ],
              [
                {
                  label: "Restore Bundled Feeds",
                  icon: <RotateCcw aria-hidden />,
                  isDisabled: restore.isPending,
                  onSelect: () => restore.mutate(),
                },
              ],
            ]}
          />
        }
      />
      <FeedList />
      {isImporting && <ImportFeedsDialog onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Form for the URL of a feed or of a page that links to one. The list's menu is beside it. */
function AddFeedForm({ menu }: { menu: ReactNode }) {
  const addFeed = useAddFeed();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState("");
  const [error, setError] = useState<string>();
  useUnsaved(url.trim() !== "");

  function showError(message: string) {
    setError(message);
    input.current?.focus();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const checked = newFeedSchema.safeParse({ url: url.trim() });
    if (!checked.success) {
      showError(checked.error.issues[0]?.message ?? "Please enter a valid URL");
      return;
    }
    addFeed.mutate(checked.data, {
      onSuccess: () => setUrl(""),
      onError: (cause) => showError(messageOf(cause, "No news feed found at this address")),
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
      {menu}
    </form>
  );
}
