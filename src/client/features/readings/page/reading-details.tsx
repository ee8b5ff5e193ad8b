import { Ellipsis, History, Link2 } from "lucide-react";

import { NamedText } from "#client/features/links/names/named-text.tsx";
import { IconButton } from "#client/ui/button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { FactTags, FactText, FieldFact } from "#client/ui/text/fact.tsx";
import { Picture } from "#client/ui/text/picture.tsx";
import { factsOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import type { Reading } from "#shared/readings/readings.ts";

interface ReadingDetailsProps {
  reading: Reading;
  onTag: (tag: string) => void;
  onHistory: () => void;
}

/** Metadata of a reading. */
export function ReadingDetails({ reading, onTag, onHistory }: ReadingDetailsProps) {
  const copyLink = useCopyLink();
  const { notes, tags, imageUrl } = reading;
  const facts = factsOf(READING_FIELDS).filter((name) => reading[name] !== null);
  return (
    <div className="flex flex-col gap-4 border-t border-line px-4 py-4 md:flex-row md:gap-5 md:px-5">
      {imageUrl && (
        <Picture
          address={imageUrl}
          alt={`Cover of ${reading.title}`}
          className="max-h-48 w-32 shrink-0 self-start rounded-control border border-line bg-paper object-contain"
          loadingClassName="h-44"
        />
      )}
      <div className="flex min-w-0 flex-1 items-start justify-between gap-x-6">
        {(notes || facts.length > 0 || tags.length > 0) && (
          <dl className="max-w-4xl min-w-0 flex-1 space-y-4">
            {notes && <FactText label="Notes" text={<NamedText text={notes} />} />}
            {facts.map((name) => (
              <FieldFact
                key={name}
                row={READING_FIELDS[name]}
                value={reading[name]}
                renderText={(text) => <NamedText text={text} />}
              />
            ))}
            {tags.length > 0 && <FactTags tags={tags} onTag={onTag} />}
          </dl>
        )}
        <span className="-my-1 ml-auto shrink-0">
          <Menu
            trigger={
              <IconButton label={`More for ${reading.title}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
            groups={[
              [
                {
                  label: "Copy Link",
                  icon: <Link2 aria-hidden />,
                  onSelect: () => void copyLink(itemAddress({ kind: "reading", id: reading.id }), "reading"),
                },
                { label: "History", icon: <History aria-hidden />, onSelect: onHistory },
              ],
            ]}
          />
        </span>
      </div>
    </div>
  );
}
