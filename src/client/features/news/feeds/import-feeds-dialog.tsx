import { FileUp } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";

import { textOfFile } from "#client/features/imports/source/import-source.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-buttons.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextArea } from "#client/ui/form/text-area.tsx";
import { MAX_FEEDS } from "#shared/news/feeds.ts";
import { readOpml, unreadableWords } from "#shared/news/opml.ts";

import { FeedImportRun } from "./feed-import-run.tsx";
import { type FeedImport, useFeedImport } from "./use-feed-import.ts";

/** Dialog that imports feeds from an OPML file of any length, chosen or pasted. */
export function ImportFeedsDialog({ onClose }: { onClose: () => void }) {
  const run = useFeedImport();
  const picker = useRef<HTMLInputElement>(null);
  const [opml, setOpml] = useState("");
  const [error, setError] = useState<string>();
  const isChoosing = run.status === "idle";

  function take(text: string) {
    setOpml(text);
    setError(undefined);
  }

  async function takeFile(file: File) {
    try {
      take((await textOfFile(new Uint8Array(await file.arrayBuffer()))).text);
    } catch {
      setError("Couldn't read this file");
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isChoosing) return;
    const list = readOpml(opml);
    if (opml.trim() === "") setError("This file is empty");
    else if (list === null) setError("This isn't an OPML file");
    else if (list.feeds.length === 0)
      setError(list.unreadable.length > 0 ? unreadableWords(list.unreadable) : "This file contains no feeds");
    else run.start(list);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import Feeds"
      description={`Add the feeds from an OPML file, up to ${MAX_FEEDS.toLocaleString("en-US")} in total. Feeds already in the list stay as they are.`}
      isDirty={run.status === "done" ? false : opml !== ""}
      onSubmit={handleSubmit}
      footer={<Buttons run={run} onClose={onClose} />}
    >
      {isChoosing ? (
        <>
          <Button icon={<FileUp aria-hidden />} onClick={() => picker.current?.click()}>
            Choose File
          </Button>
          <Field label="Or paste its content" error={error} className="mt-4">
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
              // Allows choosing the same file again after it was corrected.
              event.target.value = "";
            }}
          />
        </>
      ) : (
        <FeedImportRun run={run} />
      )}
    </Dialog>
  );
}

function Buttons({ run: { status, stop, retry }, onClose }: { run: FeedImport; onClose: () => void }) {
  if (status === "running") return <Button onClick={stop}>Stop</Button>;
  if (status === "done") {
    return (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  }
  return (
    <>
      <DialogClose>{status === "halted" ? "Close" : "Cancel"}</DialogClose>
      {status === "halted" ? (
        <Button variant="primary" onClick={retry}>
          Try Again
        </Button>
      ) : (
        <Button type="submit" variant="primary">
          Import
        </Button>
      )}
    </>
  );
}
