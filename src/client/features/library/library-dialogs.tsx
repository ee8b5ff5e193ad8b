import { type ReactNode, useEffect, useEffectEvent, useState } from "react";

import type { PageView } from "#client/features/page-view/use-page-view.ts";
import { useToast } from "#client/ui/toast.tsx";

import type { Library } from "./use-library.ts";

interface LibraryDialogsProps<Item> {
  view: Pick<PageView, "dialog" | "itemId">;
  library: Library<Item>;
  /** The toast where the address names an item that is not there. */
  notFound: string;
  /** The toast where there is nothing to export, because the list could not be loaded. */
  notExported?: string;
  onClose: () => void;
  /** The dialogs about one item. */
  renderItem: (item: Item) => ReactNode;
  /** All others. */
  children: ReactNode;
}

/** The dialog that the address names. */
export function LibraryDialogs<Item extends { id: string }>(props: LibraryDialogsProps<Item>) {
  const { view, library, notFound, notExported = "", onClose } = props;
  const { dialog, itemId } = view;
  const item = useOpenItem(library, itemId, dialog === "edit");
  const isGone = library.isKnown && itemId !== null && item === undefined;
  useRefusal(
    isGone,
    { title: notFound, text: "It may have been deleted since this link was created." },
    onClose,
  );
  const hasNothing = dialog === "export" && library.isError;
  useRefusal(hasNothing, { title: notExported, text: "Please try again later." }, onClose);

  return item ? props.renderItem(item) : props.children;
}

/** An item stays while it is edited, although somebody else deletes it: what was typed must not go with it. */
function useOpenItem<Item extends { id: string }>(
  { items }: Library<Item>,
  itemId: string | null,
  isBeingEdited: boolean,
): Item | undefined {
  const found = items.find(({ id }) => id === itemId);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (isBeingEdited && last?.id === itemId ? last : undefined);
}

/** Reports why the dialog in the address can't be shown, and leaves it. */
function useRefusal(isDue: boolean, { title, text }: { title: string; text: string }, onLeave: () => void) {
  const toast = useToast();
  const leave = useEffectEvent(() => {
    toast.failure(title, text);
    onLeave();
  });
  useEffect(() => {
    if (isDue) leave();
  }, [isDue]);
}
