import { type ReactNode, useEffect, useEffectEvent, useState } from "react";

import { OpenItem } from "#client/features/live/open-item.tsx";
import type { PageView } from "#client/features/page-view/use-page-view.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { Library } from "./use-library.ts";

const ItemHistoryDialog = lazyComponent(
  async () => (await import("#client/features/history/history-dialog.tsx")).ItemHistoryDialog,
);

interface LibraryDialogsProps<Item> {
  kind: LibraryKind;
  view: Pick<PageView, "dialog" | "itemId"> & {
    /** Version shown in the history; null for the current one. */
    version?: number | null;
  };
  library: Library<Item>;
  /** Required if the dialogs include the history of an item. */
  history?: {
    nameOf: (item: Item) => string;
    change: (view: { version: number | null }, how: "replace") => void;
  };
  /** Toast if the item in the URL doesn't exist. */
  notFound: string;
  /** Toast if the list failed to load and can't be exported. */
  notExported?: string;
  onClose: () => void;
  /** Renders the dialogs about one item, except the history. */
  renderItem: (item: Item) => ReactNode;
  /** Dialogs that aren't about an item. */
  children: ReactNode;
}

/** Dialog that the URL names. An open dialog remains open if another user deletes its item. */
export function LibraryDialogs<Item extends { id: string; revision: number }>(
  props: LibraryDialogsProps<Item>,
) {
  const { view, library, history, notFound, notExported = "", onClose } = props;
  const { dialog, itemId } = view;
  const latest = library.items.find(({ id }) => id === itemId);
  const opened = useOpenedItem(`${dialog} ${itemId}`, latest);
  // For a deleted item, the delete dialog isn't needed.
  const item = dialog === "delete" ? latest : opened;
  useCloseWithReason(
    library.isKnown && itemId !== null && item === undefined,
    {
      title: notFound,
      text: opened
        ? "Someone else has just deleted it."
        : "It may have been deleted since this link was created.",
    },
    onClose,
  );
  const cannotExport = dialog === "export" && library.isError;
  useCloseWithReason(cannotExport, { title: notExported, text: "Please try again later." }, onClose);

  if (!item) return props.children;
  return (
    <OpenItem
      key={`${dialog} ${itemId}`}
      kind={props.kind}
      isFrozen={dialog !== "history"}
      opened={item}
      latest={latest}
    >
      {(shown) =>
        dialog === "history" && history ? (
          <ItemHistoryDialog
            kind={props.kind}
            id={shown.id}
            name={history.nameOf(shown)}
            version={view.version ?? null}
            onShow={(version) => history.change({ version }, "replace")}
            onClose={onClose}
          />
        ) : (
          props.renderItem(shown)
        )
      }
    </OpenItem>
  );
}

/** Returns the item as of the opening of its dialog. */
function useOpenedItem<Item>(dialogKey: string, latest: Item | undefined): Item | undefined {
  const [opened, setOpened] = useState({ dialogKey, item: latest });
  const isOtherDialog = opened.dialogKey !== dialogKey;
  const item = isOtherDialog ? latest : (opened.item ?? latest);
  if (isOtherDialog || item !== opened.item) setOpened({ dialogKey, item });
  return item;
}

/** Closes the dialog in the URL and reports why it can't be shown. */
function useCloseWithReason(
  isDue: boolean,
  { title, text }: { title: string; text: string },
  onLeave: () => void,
) {
  const toast = useToast();
  const leave = useEffectEvent(() => {
    toast.failure(title, text);
    onLeave();
  });
  useEffect(() => {
    if (isDue) leave();
  }, [isDue]);
}
