import { MessageSquareQuote } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

import { refOf } from "#client/features/links/use-links.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { ITEM_ATTRIBUTE } from "#client/ui/menu/shortcuts.tsx";
import { asQuotation } from "#shared/comments/comment-thread.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

import { readDraft, storeDraft } from "./comment-drafts.ts";

interface SelectedText {
  text: string;
  /** Position of the button in the window, in pixels. */
  left: number;
  top: number;
  /** Element that contains the button: the dialog's content with the text, or the page. */
  layer: Element;
}

/** Space in pixels for the button below the selected text. */
const BUTTON_SIZE = { width: 190, height: 48 };

/**
 * Returns attributes for an element that shows an item. The item's texts can be quoted there, and its shortcuts apply.
 */
export const itemAttributes = (item: ItemKey) => ({ [ITEM_ATTRIBUTE]: refOf(item) });

/**
 * Returns a button that adds the selected text of an item to the draft of a new comment, and the number of added
 * quotations.
 */
export function useQuote(item: ItemKey, onQuote?: () => void): { quotations: number; button: ReactNode } {
  const userId = useCurrentUser()?.id ?? "";
  const [quotations, setQuotations] = useState(0);
  const { selected, clear } = useSelectedText(refOf(item));
  function handleClick() {
    if (!selected) return;
    const draftLocation = { userId, item };
    const draft = readDraft(draftLocation, "new").trimEnd();
    storeDraft(draftLocation, "new", `${draft}${draft && "\n\n"}${asQuotation(selected.text)}\n\n`);
    setQuotations(quotations + 1);
    document.getSelection()?.removeAllRanges();
    clear();
    onQuote?.();
  }
  const button = selected && (
    <Button
      size="small"
      icon={<MessageSquareQuote aria-hidden />}
      // Otherwise pressing the button would clear the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
      className="fixed z-40 shadow-raised"
      style={{ left: selected.left, top: selected.top }}
    >
      Quote in discussion
    </Button>
  );
  return { quotations, button: button && createPortal(button, selected.layer) };
}

/** Returns the selected text if it belongs to the item, but not to an input. */
function useSelectedText(ref: string) {
  const [selected, setSelected] = useState<SelectedText | null>(null);
  useEffect(() => {
    const update = () => setSelected(findSelection(ref));
    const hide = () => setSelected(null);
    document.addEventListener("selectionchange", update);
    // After scrolling, the button would no longer be beside the text.
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener("selectionchange", update);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, [ref]);
  return { selected, clear: () => setSelected(null) };
}

function findSelection(ref: string): SelectedText | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: node } = range;
  const element = node instanceof Element ? node : node.parentElement;
  if (element?.closest(`[${ITEM_ATTRIBUTE}]`)?.getAttribute(ITEM_ATTRIBUTE) !== ref) return null;
  const text = selection.toString();
  if (text.trim() === "") return null;
  const { left, bottom, top } = range.getBoundingClientRect();
  const below = bottom + 6;
  return {
    text,
    layer: element.closest("[data-scroller]") ?? document.body,
    left: Math.max(8, Math.min(left, window.innerWidth - BUTTON_SIZE.width)),
    top: below + BUTTON_SIZE.height > window.innerHeight ? Math.max(8, top - BUTTON_SIZE.height) : below,
  };
}
