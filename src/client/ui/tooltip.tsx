import { Arrow, Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";

/** Waits 700 ms before the first tooltip; within 300 ms after one, the next appears at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

interface TooltipProps {
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that takes a ref, such as a button. */
  children: ReactNode;
}

/** A few words about a control, on hover and on keyboard focus. */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-110 max-w-64 tooltip rounded-chip bg-tooltip px-2 py-1 text-xs font-medium text-on-tooltip shadow-raised"
        >
          {label}
          <Arrow className="fill-tooltip" />
        </Content>
      </Portal>
    </Root>
  );
}
