import { TriangleAlert } from "lucide-react";

import { classNames } from "#client/ui/class-names.ts";
import { Field } from "#client/ui/form/field.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TEXT_ENCODINGS } from "#shared/imports/files/text-decoding.ts";

import type { SourceEncoding } from "./import-source.ts";

const OPTIONS = Object.entries(TEXT_ENCODINGS).map(([value, label]) => ({ value, label }));

interface ImportEncodingProps {
  encoding: SourceEncoding;
  onChoose: (encoding: string) => void;
}

/** Choice of a file's encoding, with excerpts for judging it. Hidden if the encoding makes no difference. */
export function ImportEncoding({ encoding: read, onChoose }: ImportEncodingProps) {
  const { encoding, isCertain, brokenCount, excerpts } = read;
  if (excerpts.length === 0) return null;
  const isDoubtful = !isCertain || brokenCount > 0;
  return (
    <section
      aria-label="Text encoding"
      className={classNames(
        "mb-5 rounded-control border p-3",
        isDoubtful ? "border-warning-ink/30 bg-warning-soft" : "border-line",
      )}
    >
      {isDoubtful && (
        <p className="mb-3 flex items-start gap-2 text-sm text-warning-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {isCertain
            ? `${brokenCount.toLocaleString("en-US")} ${brokenCount === 1 ? "character in this file is unreadable and appears" : "characters in this file are unreadable and appear"} as \uFFFD.`
            : "This file doesn't specify its text encoding. Choose the one that makes the sample readable."}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-x-5 gap-y-3 md:grid-cols-2">
        <Field label="Text encoding">
          <Select value={encoding} options={OPTIONS} onChange={(event) => onChoose(event.target.value)} />
        </Field>
        <div>
          <p className="mb-1.5 text-sm font-medium text-ink">Sample</p>
          <ul aria-live="polite" aria-label="Sample" className="text-sm text-ink-muted">
            {excerpts.map((excerpt) => (
              <li key={excerpt} className="truncate">
                {excerpt}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
