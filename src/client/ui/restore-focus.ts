/** An ancestor of the focused element, and the position of the branch that holds it. */
interface Step {
  ancestor: Element;
  position: number;
}

/** Number of earlier focused elements that are remembered. */
const MEMORY = 20;
const TABBABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex='0']";

/**
 * Moves the focus on when its element is removed or disabled, so that Tab and shortcuts continue from there: to what
 * took its place, to the closest ancestor that can have the focus, to the element focused before, or to the content.
 */
export function restoreLostFocus(): void {
  let path: Step[] = [];
  const earlier: Element[] = [];
  let isWaiting = false;

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    path = pathOf(target);
    earlier.push(target);
    if (earlier.length > MEMORY) earlier.shift();
  });

  const isGone = () => {
    const last = earlier.at(-1);
    return (
      last !== undefined && (!last.isConnected || last.matches(":disabled, [inert] *, [hidden], [hidden] *"))
    );
  };

  const restore = () => {
    isWaiting = false;
    const { activeElement } = document;
    if (!isGone() || (activeElement !== null && activeElement !== document.body)) return;
    const target =
      closestTo(path) ?? earlier.findLast(canHaveFocus) ?? document.querySelector("#content, main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(() => {
    if (isWaiting || !isGone()) return;
    // Dialogs and menus restore the focus themselves, a moment after they are removed.
    isWaiting = true;
    requestAnimationFrame(() => setTimeout(restore));
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "inert"],
  });
}

function pathOf(element: Element): Step[] {
  const path: Step[] = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    path.push({ ancestor: child.parentElement, position: [...child.parentElement.children].indexOf(child) });
  return path;
}

/** Returns what took the place of a removed element, or its closest ancestor that can have the focus. */
function closestTo(path: readonly Step[]): Element | undefined {
  for (const { ancestor, position } of path) {
    if (!ancestor.isConnected || ancestor === document.body) continue;
    if (ancestor.hasAttribute("tabindex")) return canHaveFocus(ancestor) ? ancestor : undefined;
    const branch = ancestor.children[Math.min(position, ancestor.children.length - 1)];
    const found =
      branch &&
      [branch, ...branch.querySelectorAll(TABBABLE)].find(
        (one) => one.matches(TABBABLE) && canHaveFocus(one),
      );
    if (found) return found;
  }
  return undefined;
}

const canHaveFocus = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(":disabled, [inert], [inert] *") &&
  element.checkVisibility({ visibilityProperty: true });
