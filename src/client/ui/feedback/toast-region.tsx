import { Action, Close, Description, Provider, Root, Title, Viewport } from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useRef, type FocusEvent, type RefObject, useMemo } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";

import { buttonStyle } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";

import { useClearance } from "./clearance.ts";

export interface ToastMessage {
  id: number;
  tone: "success" | "failure" | "info";
  title: string;
  description: string | undefined;
  /** Internal link to a next step. */
  link: { to: string; label: string } | undefined;
  /** Action, such as "Undo". */
  action: { label: string; onPress: () => void } | undefined;
  isOpen: boolean;
}

const ICONS = {
  success: <CircleCheck aria-hidden className="mt-px size-4.5 shrink-0 text-success-ink" />,
  failure: <CircleAlert aria-hidden className="mt-px size-4.5 shrink-0" />,
  info: <Info aria-hidden className="mt-px size-4.5 shrink-0 text-accent-ink" />,
};

const DURATION_MS = 5000;
/** Long enough to read the text, decide and reach the button. */
const DURATION_WITH_ACTION_MS = 10_000;

interface ToastRegionProps {
  toast: ToastMessage | null;
  onClose: (id: number) => void;
}

/**
 * Region for the toast. A toast is shown for five seconds, or ten with an action, above anything that it would cover at
 * the window's lower edge. It can be swiped away to the right, and F8 focuses it.
 */
export function ToastRegion({ toast, onClose }: ToastRegionProps) {
  const isFailure = toast?.tone === "failure";
  const region = useRef<HTMLOListElement>(null);
  const focus = useFocusRestore(region);
  useClearance(region, toast?.isOpen ?? false);

  function handleClose(id: number) {
    focus.restore();
    onClose(id);
  }

  return (
    <Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Root
          key={toast.id}
          open={toast.isOpen}
          {...(toast.action && { duration: DURATION_WITH_ACTION_MS })}
          onOpenChange={(isOpen) => {
            if (!isOpen) handleClose(toast.id);
          }}
          onEscapeKeyDown={(event) => {
            if (event.defaultPrevented || !focus.isInside()) return;
            // This Escape closes the toast and must not close a dialog below it.
            event.preventDefault();
            handleClose(toast.id);
          }}
          data-tone={toast.tone}
          className={classNames(
            "toast pointer-events-auto relative flex items-start gap-3 rounded-card border py-3.5 pr-12 pl-4 shadow-raised",
            isFailure ? "border-danger bg-danger text-on-danger" : "border-line bg-raised text-ink",
          )}
        >
          {ICONS[toast.tone]}
          <div className="min-w-0 flex-1">
            <Title dir="auto" className="text-sm font-medium break-words">
              {toast.title}
            </Title>
            {toast.description && (
              <Description
                dir="auto"
                className={classNames(
                  "mt-0.5 max-h-32 overflow-y-auto text-sm break-words",
                  !isFailure && "text-ink-muted",
                )}
              >
                {toast.description}
              </Description>
            )}
            {toast.link && (
              <Link
                to={toast.link.to}
                onClick={() => onClose(toast.id)}
                className="mt-1.5 inline-block rounded-chip text-sm font-medium underline underline-offset-2 hover:no-underline"
              >
                {toast.link.label}
              </Link>
            )}
          </div>
          {toast.action && (
            <Action
              altText={`${toast.action.label} (press F8)`}
              onClick={toast.action.onPress}
              className={buttonStyle("secondary", "small", "-my-1.5 self-center max-md:-my-3")}
            >
              {toast.action.label}
            </Action>
          )}
          <Close
            aria-label="Close notification"
            className="absolute top-1.5 right-1.5 flex size-9 items-center justify-center rounded-control opacity-70 hover:opacity-100 focus-visible:opacity-100"
          >
            <X aria-hidden className="size-4" />
          </Close>
        </Root>
      )}
      {/* Outside the page's root, which an open dialog makes inert. */}
      {createPortal(
        <Viewport
          ref={region}
          hotkey={["F8"]}
          onFocus={focus.handleFocus}
          className="pointer-events-none fixed right-0 bottom-4 z-100 flex w-full flex-col px-4 outline-none md:max-w-[420px] print:hidden"
        />,
        document.body,
      )}
    </Provider>
  );
}

/** Remembers the element that was focused before the region, and restores the focus when the toast closes. */
function useFocusRestore(region: RefObject<HTMLElement | null>) {
  const previous = useRef<HTMLElement | null>(null);
  return useMemo(() => {
    const isInside = () => region.current?.contains(document.activeElement) ?? false;
    return {
      isInside,
      /** Handler for the region's `onFocus`. */
      handleFocus({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          previous.current = relatedTarget;
      },
      restore() {
        if (isInside()) previous.current?.focus();
      },
    };
  }, [region]);
}
