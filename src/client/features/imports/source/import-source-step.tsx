import { CircleAlert, FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";

import type { ImportFlow } from "#client/features/imports/use-import.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";

import { pickedFiles } from "./import-collection.ts";

/** Step for choosing, dropping or pasting the data. */
export function ImportSourceStep({ flow }: { flow: ImportFlow }) {
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { noun, reading } = flow;
  const { collection, other, example } = flow.target;
  const tables = other ? `CSV, JSON or ${other.name}` : "CSV or JSON";

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    reading.readDropped(event.dataTransfer);
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
          {collection
            ? `Drop ${collection.words} files, a folder or a zip here`
            : `Drop ${tables} files here`}
        </p>
        <p className="mt-1 mb-4 max-w-md text-sm text-pretty text-ink-muted">
          Choose a StackLoop export or any table of {noun}s
          {collection && `, or files from other programs with one or more ${collection.noun}s each`}. You'll
          match the columns in the next step.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            isPending={reading.isReading}
            pendingLabel="Reading..."
            onClick={() => picker.current?.click()}
          >
            Choose Files
          </Button>
          {collection && (
            <Button disabled={reading.isReading} onClick={() => folderPicker.current?.click()}>
              Choose Folder
            </Button>
          )}
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          accept={
            collection
              ? `.zip,${collection.extensions.map((extension) => `.${extension}`).join(",")}`
              : `.csv,.tsv,.txt,.json,.jsonl,.ndjson,.zip,text/csv,application/json,${other?.extension ?? ""}`
          }
          hidden
          aria-label="File to import"
          onChange={(event) => {
            reading.readFiles(pickedFiles(event.target.files));
            // Allows choosing the same file again after the user has corrected it.
            event.target.value = "";
          }}
        />
        {collection && (
          <input
            ref={(input) => {
              folderPicker.current = input;
              if (input) input.webkitdirectory = true;
            }}
            type="file"
            hidden
            aria-label="Folder to import"
            onChange={(event) => {
              reading.readFiles(pickedFiles(event.target.files));
              event.target.value = "";
            }}
          />
        )}
      </div>
      <Field label="Or paste rows">
        <TextArea
          rows={6}
          value={reading.pasted}
          placeholder={example}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => reading.paste(event.target.value)}
        />
      </Field>
      {reading.error !== "" && <ImportError>{reading.error}</ImportError>}
    </div>
  );
}

/** Error message for an unreadable file. */
export function ImportError({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
