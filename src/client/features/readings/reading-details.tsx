import { Link2 } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { Fact, FactText } from "#client/ui/fact.tsx";
import { Tag } from "#client/ui/tag.tsx";
import { useCopyLink } from "#client/ui/use-copy-link.ts";
import type { Reading } from "#shared/readings.ts";

import { Cover } from "./cover.tsx";
import { readingLink } from "./readings-view-url.ts";

interface ReadingDetailsProps {
  reading: Reading;
  onTag: (tag: string) => void;
}

/** All that is known of a reading besides its heading. */
export function ReadingDetails({ reading, onTag }: ReadingDetailsProps) {
  const copyLink = useCopyLink();
  const { notes, isbn, tags, imageUrl } = reading;
  return (
    <div className="flex flex-col gap-4 border-t border-line px-4 py-4 md:flex-row md:gap-5 md:px-5">
      {imageUrl && <Cover src={imageUrl} title={reading.title} />}
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-3 md:flex-row md:items-start md:justify-between">
        {(notes || isbn || tags.length > 0) && (
          <dl className="max-w-4xl min-w-0 flex-1 space-y-4">
            {notes && <FactText label="Notes" text={notes} />}
            {isbn && <Fact label="ISBN">{isbn}</Fact>}
            {tags.length > 0 && (
              <Fact label="Tags">
                <ul className="flex flex-wrap gap-1.5">
                  {tags.map((tag) => (
                    <li key={tag} className="max-w-full min-w-0">
                      <Tag label={tag} onClick={() => onTag(tag)} />
                    </li>
                  ))}
                </ul>
              </Fact>
            )}
          </dl>
        )}
        <Button
          variant="ghost"
          size="small"
          className="max-md:-ml-2.5 max-md:self-start md:ml-auto"
          icon={<Link2 aria-hidden />}
          onClick={() => void copyLink(readingLink(reading.id), "reading")}
        >
          Copy Link
        </Button>
      </div>
    </div>
  );
}
