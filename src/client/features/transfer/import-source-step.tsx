import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Field } from "#client/ui/field.tsx";
import { TextArea } from "#client/ui/text-area.tsx";

import { ImportFault } from "./import-fault.tsx";
import type { Import } from "./use-import.ts";

/** Takes a file, chosen or dropped, or pasted text. */
export function ImportSourceStep({ work }: { work: Import }) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) work.takeFile(file);
  }

  return (
    <div className="space-y-5">
      <div
        onDrop={handleDrop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        className={classNames(
          "flex flex-col items-center rounded-card border border-dashed px-6 py-10 text-center transition-colors",
          isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-sunken",
        )}
      >
        <FileUp aria-hidden className="mb-3 size-6 text-ink-faint" />
        <p className="text-sm font-medium text-ink">
          Drop a {work.other ? `CSV, JSON or ${work.other.name}` : "CSV or JSON"} file here
        </p>
        <p className="mt-1 mb-4 max-w-md text-sm text-pretty text-ink-muted">
          An export of StackLoop, or any table of {work.noun}s: you say next which column is what.
        </p>
        <Button isPending={work.isReading} pendingLabel="Reading..." onClick={() => picker.current?.click()}>
          Choose File
        </Button>
        <input
          ref={picker}
          type="file"
          accept={`.csv,.tsv,.txt,.json,text/csv,application/json,${work.other?.extension ?? ""}`}
          hidden
          aria-label="File to import"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) work.takeFile(file);
            // The same file can be chosen again after it was put right.
            event.target.value = "";
          }}
        />
      </div>
      <Field label="Or paste the rows">
        <TextArea
          rows={6}
          value={work.pasted}
          placeholder={work.example}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => work.paste(event.target.value)}
        />
      </Field>
      {work.fault !== "" && <ImportFault>{work.fault}</ImportFault>}
    </div>
  );
}
