import { FileUp } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { Field } from "#client/ui/field.tsx";
import { TextArea } from "#client/ui/text-area.tsx";
import { opmlSchema } from "#shared/feeds.ts";

import { useImportFeeds } from "./use-feeds.ts";

/** Takes feeds from an OPML file, as every feed reader writes it: chosen, or pasted. */
export function ImportFeedsDialog({ onClose }: { onClose: () => void }) {
  const importFeeds = useImportFeeds();
  const picker = useRef<HTMLInputElement>(null);
  const [opml, setOpml] = useState("");
  const [error, setError] = useState<string>();

  function take(text: string) {
    setOpml(text);
    setError(undefined);
  }

  async function takeFile(file: File) {
    try {
      take(await file.text());
    } catch {
      setError("This file could not be read");
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const checked = opmlSchema.safeParse({ opml });
    if (!checked.success) {
      setError(checked.error.issues[0]?.message);
      return;
    }
    importFeeds.mutate(checked.data, {
      onSuccess: onClose,
      onError: (fault) => setError(messageOf(fault, "The feeds could not be imported")),
    });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import Feeds"
      description="Feeds of an OPML file join the list; those that are in it already stay as they are."
      isDirty={opml !== ""}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            isPending={importFeeds.isPending}
            pendingLabel="Importing..."
          >
            Import
          </Button>
        </>
      }
    >
      <Button icon={<FileUp aria-hidden />} onClick={() => picker.current?.click()}>
        Choose File
      </Button>
      <Field label="Or paste the file" error={error} className="mt-4">
        <TextArea
          rows={8}
          value={opml}
          placeholder={'<opml version="2.0">…</opml>'}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => take(event.target.value)}
        />
      </Field>
      <input
        ref={picker}
        type="file"
        accept=".opml,.xml,text/x-opml,text/xml,application/xml"
        hidden
        aria-label="OPML file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void takeFile(file);
          // The same file can be chosen again after it was put right.
          event.target.value = "";
        }}
      />
    </Dialog>
  );
}
