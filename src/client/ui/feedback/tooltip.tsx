import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from "react";

import { isRestoringFocus } from "#client/ui/restore-focus.ts";

import type { TooltipSide } from "./tooltip-bubble.tsx";

const DELAY_MS = 700;
/** Time after a tooltip closes during which the next one opens without delay. */
const SKIP_DELAY_MS = 300;
/** Maximum time for the pointer to move from the control to the tooltip. */
const LEAVE_DELAY_MS = 150;

// The positioning library loads when a control is first hovered.
const loadBubble = () => import("./tooltip-bubble.tsx");
type Bubble = Awaited<ReturnType<typeof loadBubble>>["TooltipBubble"];

/** State shared by all tooltips. `isWarm` is true while one is open and shortly after. `hide` closes the open one. */
const shared: { isWarm: boolean; coolDown: number; hide: (() => void) | null } = {
  isWarm: false,
  coolDown: 0,
  hide: null,
};

function stayWarm() {
  clearTimeout(shared.coolDown);
  shared.isWarm = true;
}

function coolDown() {
  clearTimeout(shared.coolDown);
  shared.coolDown = window.setTimeout(() => {
    shared.isWarm = false;
  }, SKIP_DELAY_MS);
}

interface TooltipProps {
  label: ReactNode;
  side?: TooltipSide;
  /** Element that passes on the props of an HTML element, such as a button. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Short text about a control, shown on hover and keyboard focus. The first tooltip appears after 700 ms. If another one
 * closed within the last 300 ms, it appears at once.
 */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  const [shown, setShown] = useState<{ control: HTMLElement; Bubble: Bubble } | null>(null);
  const [tooltip] = useState(() => createTooltipState(setShown));
  useEffect(() => tooltip.hide, [tooltip]);
  const { props } = children;

  return (
    <>
      {cloneElement(children, {
        onPointerMove(event) {
          props.onPointerMove?.(event);
          if (event.pointerType !== "touch") tooltip.pointAt(event.currentTarget);
        },
        onPointerLeave(event) {
          props.onPointerLeave?.(event);
          tooltip.pointElsewhere();
        },
        onPointerDown(event) {
          props.onPointerDown?.(event);
          tooltip.press();
        },
        onFocus(event) {
          props.onFocus?.(event);
          // The tooltip only opens on focus by keyboard. A dialog or menu that closes, or a removed element, also moves
          // the focus here. Escape should then close the dialog, not a tooltip.
          const { currentTarget, relatedTarget } = event;
          const isFromMenu = relatedTarget === null && currentTarget.ariaHasPopup === "menu";
          const isByKey = !tooltip.isPressed() && !isRestoringFocus() && !isFromMenu;
          if (isByKey && currentTarget.matches(":focus-visible")) tooltip.show(currentTarget);
        },
        onBlur(event) {
          props.onBlur?.(event);
          tooltip.hide();
        },
        onClick(event) {
          props.onClick?.(event);
          tooltip.hide();
        },
      })}
      {shown && (
        <shown.Bubble
          control={shown.control}
          label={label}
          side={side}
          onClose={tooltip.hide}
          onHover={tooltip.stay}
        />
      )}
    </>
  );
}

/** Manages when a control's tooltip opens and closes. */
function createTooltipState(setShown: (shown: { control: HTMLElement; Bubble: Bubble } | null) => void) {
  let timer = 0;
  let isPressed = false;
  /** True while the pointer is over the control. A click hides the tooltip until the pointer has left. */
  let isPointedAt = false;
  let isShown = false;
  /** True if the pointer has left the control, perhaps toward the tooltip. */
  let isLeaving = false;
  /** Control whose tooltip is about to open. */
  let pendingControl: HTMLElement | null = null;

  async function show(control: HTMLElement) {
    pendingControl = control;
    const { TooltipBubble } = await loadBubble();
    if (pendingControl !== control) return;
    if (shared.hide !== hide) shared.hide?.();
    shared.hide = hide;
    stayWarm();
    isShown = true;
    setShown({ control, Bubble: TooltipBubble });
  }

  function hide() {
    clearTimeout(timer);
    pendingControl = null;
    if (!isShown) return;
    isShown = false;
    if (shared.hide === hide) shared.hide = null;
    // If the pointer is leaving, the delay has already started.
    if (!isLeaving) coolDown();
    isLeaving = false;
    setShown(null);
  }

  return {
    show: (control: HTMLElement) => void show(control),
    hide,
    stay() {
      clearTimeout(timer);
      isLeaving = false;
      stayWarm();
    },
    isPressed: () => isPressed,
    pointAt(control: HTMLElement) {
      if (isPointedAt) return;
      isPointedAt = true;
      clearTimeout(timer);
      if (isShown) {
        isLeaving = false;
        stayWarm();
        return;
      }
      pendingControl = control;
      void loadBubble();
      if (shared.isWarm) void show(control);
      else timer = window.setTimeout(() => void show(control), DELAY_MS);
    },
    pointElsewhere() {
      isPointedAt = false;
      clearTimeout(timer);
      if (!isShown) {
        pendingControl = null;
        return;
      }
      coolDown();
      isLeaving = true;
      timer = window.setTimeout(hide, LEAVE_DELAY_MS);
    },
    press() {
      hide();
      isPressed = true;
      document.addEventListener("pointerup", () => setTimeout(() => (isPressed = false)), { once: true });
    },
  };
}
