/** Ancestor of the focused element, with the index of its child that contains the element. */
interface PathStep {
  ancestor: Element;
  position: number;
}

/** Element that had the focus, with its position in the document. */
interface Focused {
  element: Element;
  path: readonly PathStep[];
  isInLayer: boolean;
}

/** Maximum number of remembered elements. */
const MAX_REMEMBERED = 20;
const LAYER_SELECTOR = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox'], dialog";
const CONTENT_ID = "content";
const TABBABLE_SELECTOR =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex='0']";

let isRestoring = false;
/** True while this module moves the focus because the focused element was removed or disabled. */
export const isRestoringFocus = (): boolean => isRestoring;

/**
 * Moves the focus when its element is removed or disabled, so that Tab and shortcuts continue from there. Tries the
 * element now in its position, then the closest focusable ancestor, the same for earlier focused elements, and last the
 * content or the page's first control. If a closed dialog was opened by a removed element, such as a deleted row, the
 * focus moves to the element now in that position. Returns a function that stops this.
 */
export function restoreLostFocus(): () => void {
  const focused: Focused[] = [];
  let isWaiting = false;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const isInLayer = target.closest(LAYER_SELECTOR) !== null;
    const replacement = !isInLayer && focused.at(-1)?.isInLayer ? findOpenerReplacement() : undefined;
    focused.push({ element: target, path: pathOf(target), isInLayer });
    if (focused.length > MAX_REMEMBERED) focused.shift();
    if (replacement && replacement !== target) focusWithoutScroll(replacement);
  };

  /** Returns the element now in the position of the last dialog's opener, if the opener was removed. */
  const findOpenerReplacement = () => {
    const opener = focused.findLast((one) => !one.isInLayer);
    if (!opener || opener.element.isConnected) return undefined;
    const replacement = findReplacement(opener.path);
    // The page's content as a whole is no better than where the dialog moves the focus.
    return replacement instanceof HTMLElement && replacement.id !== CONTENT_ID ? replacement : undefined;
  };

  const focusWithoutScroll = (target: HTMLElement) => {
    isRestoring = true;
    target.focus({ preventScroll: true });
    isRestoring = false;
  };

  const isFocusLost = () => {
    const last = focused.at(-1)?.element;
    return (
      last !== undefined && (!last.isConnected || last.matches(":disabled, [inert] *, [hidden], [hidden] *"))
    );
  };

  const restore = () => {
    isWaiting = false;
    const { activeElement } = document;
    if (!isFocusLost() || (activeElement !== null && activeElement !== document.body)) return;
    for (const { element, path } of focused.toReversed()) {
      const target = canHaveFocus(element) ? element : findReplacement(path);
      if (!(target instanceof HTMLElement)) continue;
      focusWithoutScroll(target);
      return;
    }
    const target = document.querySelector<HTMLElement>(`#${CONTENT_ID}`) ?? firstTabbable(document.body);
    // While the next page loads, there may be nothing to focus.
    if (!target) return;
    focused.length = 0;
    target.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(() => {
    if (isWaiting || !isFocusLost()) return;
    // Dialogs and menus restore the focus themselves, shortly after they are removed.
    isWaiting = true;
    requestAnimationFrame(() => setTimeout(restore));
  });
  document.addEventListener("focusin", remember);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "inert"],
  });
  return () => {
    document.removeEventListener("focusin", remember);
    observer.disconnect();
    focused.length = 0;
  };
}

/**
 * Returns the ancestors of an element, up to a layer or below the page's root. Stops at a layer because closing it
 * returns the focus to its opener, and its only sibling is the page itself.
 */
function pathOf(element: Element): PathStep[] {
  const path: PathStep[] = [];
  let child = element;
  while (
    child.parentElement &&
    !child.parentElement.matches("body, #root") &&
    !child.matches(LAYER_SELECTOR)
  ) {
    path.push({ ancestor: child.parentElement, position: [...child.parentElement.children].indexOf(child) });
    child = child.parentElement;
  }
  return path;
}

/** Returns the focusable element now in a removed element's position, or its closest focusable ancestor. */
function findReplacement(path: readonly PathStep[]): Element | undefined {
  for (const { ancestor, position } of path) {
    if (!ancestor.isConnected) continue;
    if (ancestor.hasAttribute("tabindex")) return canHaveFocus(ancestor) ? ancestor : undefined;
    const branch = ancestor.children[Math.min(position, ancestor.children.length - 1)];
    const found = branch && firstTabbable(branch);
    if (found) return found;
  }
  return undefined;
}

const firstTabbable = (branch: Element): HTMLElement | undefined =>
  [branch, ...branch.querySelectorAll(TABBABLE_SELECTOR)]
    .filter((one) => one instanceof HTMLElement)
    .find((one) => one.matches(TABBABLE_SELECTOR) && canHaveFocus(one));

/** Disabled controls, and toasts with their focus guards, which would move the focus to an empty list. */
const UNAVAILABLE_SELECTOR =
  ":disabled, [inert], [inert] *, [data-tone], [data-tone] *, [role='region'] > span";

const canHaveFocus = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(UNAVAILABLE_SELECTOR) &&
  element.checkVisibility({ visibilityProperty: true });

/** Ref callback that focuses an element when it appears. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus();
