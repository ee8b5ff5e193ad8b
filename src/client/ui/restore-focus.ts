/** An ancestor of the focused element, and the position of the branch that holds it. */
interface Step {
  ancestor: Element;
  position: number;
}

/** An element that had the focus, and where it was. */
interface Focused {
  element: Element;
  path: readonly Step[];
  isInLayer: boolean;
}

/** Number of focused elements that are remembered. */
const MEMORY = 20;
const LAYER = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox'], dialog";
const CONTENT = "content";
const TABBABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex='0']";

let isRestoring = false;
/** True while the focus is moved because its element was removed or disabled. */
export const isRestoringFocus = (): boolean => isRestoring;

/**
 * Moves the focus when its element is removed or disabled, so that Tab and shortcuts continue from there: to the element
 * in its place or the closest ancestor that can have the focus, otherwise to the element focused before or its place,
 * otherwise to the content, or the first control of a page without one. A closed dialog whose opener was removed, such
 * as a deleted row, leaves the focus at the opener's place. Returns a function that stops this.
 */
export function restoreLostFocus(): () => void {
  const focused: Focused[] = [];
  let isWaiting = false;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const isInLayer = target.closest(LAYER) !== null;
    const heir = !isInLayer && focused.at(-1)?.isInLayer ? heirOfOpener() : undefined;
    focused.push({ element: target, path: pathOf(target), isInLayer });
    if (focused.length > MEMORY) focused.shift();
    if (heir && heir !== target) moveTo(heir);
  };

  /** Returns what took the place of the element that opened the last dialog, if it was removed. */
  const heirOfOpener = () => {
    const opener = focused.findLast((one) => !one.isInLayer);
    if (!opener || opener.element.isConnected) return undefined;
    const heir = closestTo(opener.path);
    // The content of the page is no better place than where the dialog moves the focus.
    return heir instanceof HTMLElement && heir.id !== CONTENT ? heir : undefined;
  };

  const moveTo = (target: HTMLElement) => {
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
      const target = canHaveFocus(element) ? element : closestTo(path);
      if (!(target instanceof HTMLElement)) continue;
      moveTo(target);
      return;
    }
    const target = document.querySelector<HTMLElement>(`#${CONTENT}`) ?? firstTabbable(document.body);
    // While the next page loads, there may be nothing to focus yet.
    if (!target) return;
    focused.length = 0;
    target.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(() => {
    if (isWaiting || !isFocusLost()) return;
    // Dialogs and menus restore the focus themselves, a moment after they are removed.
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
 * Returns the way up to below the root of the page, or to the dialog or menu that holds the element: after that one, the
 * focus returns to its opener. Next to a layer in the root is only the page itself.
 */
function pathOf(element: Element): Step[] {
  const path: Step[] = [];
  let child = element;
  while (child.parentElement && !child.parentElement.matches("body, #root") && !child.matches(LAYER)) {
    path.push({ ancestor: child.parentElement, position: [...child.parentElement.children].indexOf(child) });
    child = child.parentElement;
  }
  return path;
}

/** Returns what took the place of a removed element, or its closest ancestor that can have the focus. */
function closestTo(path: readonly Step[]): Element | undefined {
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
  [branch, ...branch.querySelectorAll(TABBABLE)]
    .filter((one) => one instanceof HTMLElement)
    .find((one) => one.matches(TABBABLE) && canHaveFocus(one));

/** Disabled controls, and toasts with the guards around them, which pass the focus on to an empty list. */
const UNAVAILABLE = ":disabled, [inert], [inert] *, [data-tone], [data-tone] *, [role='region'] > span";

const canHaveFocus = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(UNAVAILABLE) &&
  element.checkVisibility({ visibilityProperty: true });

/** Ref callback that focuses an element when it appears. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus();
