import type { ReactNode } from "react";

import type { Field } from "#shared/fields/field.ts";

import { Picture } from "./picture.tsx";
import { Tag } from "./tag.tsx";

interface FactProps {
  label: string;
  /** True to span both columns. */
  isWide?: boolean;
  children: ReactNode;
}

/** Labelled value inside a `dl`. */
export function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? "min-w-0 md:col-span-2" : "min-w-0"}>
      <dt className="mb-1 text-xs font-medium text-ink-faint">{label}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  );
}

/** Text with its original line breaks. */
export function FactText({ label, text }: { label: string; text: ReactNode }) {
  return (
    <Fact label={label} isWide>
      {text ? (
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      ) : (
        <p className="text-ink-faint">Not specified</p>
      )}
    </Fact>
  );
}

interface FieldFactProps {
  row: Field;
  value: unknown;
  /** Renders the text of a wide field. */
  renderText: (text: string) => ReactNode;
}

/** Value of a field that has no dedicated position in a view. Hidden if empty. */
export function FieldFact({ row, value, renderText }: FieldFactProps) {
  const text = row.toText(value);
  if (text === "") return null;
  return row.isWide ? (
    <FactText label={row.label} text={renderText(text)} />
  ) : (
    <Fact label={row.label}>{text}</Fact>
  );
}

/** Labelled image. Hidden if it fails to load. */
export function FactPicture({ label, address, alt }: { label: string; address: string; alt: string }) {
  return (
    <div className="min-w-0 not-has-[img]:hidden md:col-span-2">
      <dt className="mb-1 text-xs font-medium text-ink-faint">{label}</dt>
      <dd>
        <Picture
          address={address}
          alt={alt}
          className="max-h-80 max-w-full rounded-control border border-line bg-paper object-contain"
          loadingClassName="h-48 w-80"
        />
      </dd>
    </div>
  );
}

/** Labelled tags. A click on one searches for it. */
export function FactTags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  return (
    <Fact label="Tags" isWide>
      <ul className="flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <li key={tag} className="max-w-full min-w-0">
            <Tag label={tag} onClick={() => onTag(tag)} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}
