import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { Picture } from "#client/ui/text/picture.tsx";
import type { Field } from "#shared/fields/field.ts";

import type { DiffUnit } from "./diff-text.tsx";
import type { Version } from "./use-item-history.ts";

const DiffText = lazyComponent(
  async () => (await import("./diff-text.tsx")).DiffText,
  ({ after }) => <>{after}</>,
);

interface FieldChangeProps {
  name: string;
  field: Field;
  older: Version;
  newer: Version;
}

/** Field of two versions, inside a `dl`. Shown without highlighting if both are equal. */
export function FieldChange(props: FieldChangeProps) {
  const { label, isPicture } = props.field;
  return (
    <div>
      <dt className="mb-1 text-xs font-medium text-ink-faint">{label}</dt>
      <dd dir="auto" className="break-words whitespace-pre-wrap text-ink">
        {isPicture ? <PictureChange {...props} /> : <TextChange {...props} />}
      </dd>
    </div>
  );
}

/** Text of a field in the newer version, with highlighted differences from the older one. */
export function TextChange({ name, field, older, newer }: FieldChangeProps) {
  return (
    <DiffText
      before={field.toText(older[name])}
      after={field.toText(newer[name])}
      unit={unitOf(field, newer[name])}
    />
  );
}

/** Types of fields that are compared as a whole, not by word. */
const WHOLE_VALUE_TYPES: ReadonlySet<string> = new Set(["option", "address", "number"]);

function unitOf({ control }: Field, value: unknown): DiffUnit {
  if (Array.isArray(value)) return "entries";
  return WHOLE_VALUE_TYPES.has(control) ? "whole" : "words";
}

/** Shows both images side by side, or a single one if they are equal. */
function PictureChange({ name, field, older, newer }: FieldChangeProps) {
  const versions = older[name] === newer[name] ? [newer] : [older, newer];
  return (
    <div className="grid grid-cols-2 gap-3">
      {versions.map((version) => (
        <figure key={version.revision} className="min-w-0">
          <VersionPicture
            label={`${field.label} of version ${version.revision}`}
            address={field.toText(version[name])}
          />
          {versions.length > 1 && (
            <figcaption className="mt-1 text-xs text-ink-faint">Version {version.revision}</figcaption>
          )}
        </figure>
      ))}
    </div>
  );
}

function VersionPicture({ label, address }: { label: string; address: string }) {
  if (address === "") return <p className="text-ink-faint">None</p>;
  return (
    <Picture
      address={address}
      alt={label}
      className="max-h-40 min-h-12 max-w-full min-w-12 rounded-control border border-line bg-paper object-contain p-1"
      loadingClassName="h-24 w-full"
      // Only the URL of a deleted image is known.
      fallback={<p className="text-xs break-all text-ink-muted">{address}</p>}
    />
  );
}
