import { Arrow, Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import { createPortal } from "react-dom";

export type TooltipSide = "top" | "right" | "bottom" | "left";

interface TooltipBubbleProps {
  /** Control that the tooltip describes. */
  control: HTMLElement;
  label: ReactNode;
  side: TooltipSide;
  onClose: () => void;
  /** Called when the pointer moves from the control to the tooltip, so that the tooltip stays open. */
  onHover: () => void;
}

/** Text of a tooltip next to its control. The module is large: load it on first hover or focus. */
export function TooltipBubble({ control, label, side, onClose, onHover }: TooltipBubbleProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const handleScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(control)) close();
    };
    window.addEventListener("scroll", handleScroll, { capture: true });
    return () => window.removeEventListener("scroll", handleScroll, { capture: true });
  }, [control]);

  return (
    <Provider delayDuration={0} disableHoverableContent>
      <Root
        open
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <Trigger asChild>
          <ControlWrapper control={control} />
        </Trigger>
        <Portal>
          <Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={onHover}
            onPointerLeave={onClose}
            className="z-110 max-w-64 tooltip rounded-chip bg-tooltip px-2 py-1 text-xs font-medium text-on-tooltip shadow-raised"
          >
            {label}
            <Arrow className="fill-tooltip" />
          </Content>
        </Portal>
      </Root>
    </Provider>
  );
}

interface ControlWrapperProps extends ComponentProps<"span"> {
  control: HTMLElement;
}

/**
 * Invisible anchor at the control's position for the positioning library. Adds the tooltip to the control's
 * description.
 */
function ControlWrapper({ control, ref, "aria-describedby": description }: ControlWrapperProps) {
  const [{ left, top, width, height }] = useState(() => control.getBoundingClientRect());
  useLayoutEffect(() => {
    if (description === undefined) return undefined;
    const before = control.getAttribute("aria-describedby");
    control.setAttribute("aria-describedby", before ? `${before} ${description}` : description);
    return () => {
      if (before) control.setAttribute("aria-describedby", before);
      else control.removeAttribute("aria-describedby");
    };
  }, [control, description]);
  return createPortal(
    <span ref={ref} aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />,
    document.body,
  );
}
