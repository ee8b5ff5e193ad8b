import { History, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";

import { CommentButton, ItemDiscussion } from "#client/features/discussions/item-discussion.tsx";
import { showsItem } from "#client/features/discussions/quote-offer.tsx";
import { NamedText } from "#client/features/links/names/named-text.tsx";
import { NamesOf } from "#client/features/links/names/names-of.tsx";
import { RelatedSection } from "#client/features/links/related-section.tsx";
import { ItemNote } from "#client/features/live/item-note.tsx";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { dateTime } from "#client/format/dates.ts";
import { FooterButton } from "#client/ui/dialog/dialog-buttons.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useShortcut } from "#client/ui/menu/use-shortcut.ts";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { Fact, FactTags, FieldFact } from "#client/ui/text/fact.tsx";
import { DATASET_FIELDS } from "#shared/datasets/dataset-fields.ts";
import type { Dataset } from "#shared/datasets/datasets.ts";
import { factsOf } from "#shared/fields/field.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";

import type { DialogOfDataset } from "./datasets-view-url.ts";

interface DatasetDetailDialogProps {
  dataset: Dataset;
  onClose: () => void;
  /** Opens another dialog about the same dataset. */
  onOpen: (dialog: DialogOfDataset) => void;
  onTag: (tag: string) => void;
}

/** Dialog with all data of a dataset. */
export function DatasetDetailDialog({ dataset, onClose, onOpen, onTag }: DatasetDetailDialogProps) {
  const item = { kind: "dataset", id: dataset.id } as const;
  const copyLink = useCopyLink();
  const isGone = useIsDeleted();
  const [requests, setRequests] = useState(0);
  useShortcut("e", () => !isGone && onOpen("edit"), "dialog");
  useShortcut("h", () => !isGone && onOpen("history"), "dialog");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={dataset.name}
      footer={
        <>
          <FooterButton
            label="Copy Link"
            icon={<Link2 aria-hidden />}
            onClick={() => void copyLink(itemAddress(item), "dataset")}
          />
          <FooterButton
            label="History"
            icon={<History aria-hidden />}
            keys="h"
            disabled={isGone}
            onClick={() => onOpen("history")}
          />
          <FooterButton
            label="Delete"
            icon={<Trash2 aria-hidden />}
            disabled={isGone}
            onClick={() => onOpen("delete")}
          />
          <span className="flex-1" />
          <FooterButton
            label="Edit"
            icon={<Pencil aria-hidden />}
            keys="e"
            disabled={isGone}
            onClick={() => onOpen("edit")}
          />
        </>
      }
    >
      <ItemNote />
      <div {...showsItem(item)}>
        <div className="mb-2 flex">
          <CommentButton onPress={() => setRequests(requests + 1)} />
        </div>
        <NamesOf item={item}>
          <dl className="grid gap-x-8 gap-y-5 md:grid-cols-2">
            {dataset.url && (
              <Fact label={DATASET_FIELDS.url.label} isWide>
                <a
                  href={dataset.url}
                  target="_blank"
                  rel="noreferrer"
                  className="rounded-chip wrap-anywhere text-accent-ink hover:underline"
                >
                  {dataset.url}
                </a>
              </Fact>
            )}
            {factsOf(DATASET_FIELDS).map((name) => (
              <FieldFact
                key={name}
                row={DATASET_FIELDS[name]}
                value={dataset[name]}
                renderText={(text) => <NamedText text={text} />}
              />
            ))}
            {dataset.tags.length > 0 && <FactTags tags={dataset.tags} onTag={onTag} />}
            <Fact label="Last Updated">
              <time dateTime={dataset.dateUpdated}>{dateTime(dataset.dateUpdated)}</time>
            </Fact>
          </dl>
        </NamesOf>
        <div className="mt-6 border-t border-line pt-4">
          <ItemDiscussion item={item} title={dataset.name} requests={requests} />
        </div>
        <div className="mt-4 border-t border-line pt-4">
          <RelatedSection item={item} title={dataset.name} />
        </div>
      </div>
    </Dialog>
  );
}
