import { Close, Description, Provider, Root, Title, Viewport } from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";

import { classNames } from "./class-names.ts";

export interface ToastMessage {
  id: number;
  tone: "success" | "failure" | "info";
  title: string;
  description: string | undefined;
  /** A way on, inside the product. */
  link: { to: string; label: string } | undefined;
  isOpen: boolean;
}

const ICONS = {
  success: <CircleCheck aria-hidden className="mt-px size-4.5 shrink-0 text-success-ink" />,
  failure: <CircleAlert aria-hidden className="mt-px size-4.5 shrink-0" />,
  info: <Info aria-hidden className="mt-px size-4.5 shrink-0 text-accent-ink" />,
};

interface ToastRegionProps {
  toast: ToastMessage | null;
  onClose: (id: number) => void;
}

/** Where the toast appears: five seconds, swiped away to the right, reached by F8. */
export function ToastRegion({ toast, onClose }: ToastRegionProps) {
  const isFailure = toast?.tone === "failure";
  return (
    <Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Root
          key={toast.id}
          open={toast.isOpen}
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose(toast.id);
          }}
          data-tone={toast.tone}
          className={classNames(
            "toast pointer-events-auto relative flex items-start gap-3 rounded-card border py-3.5 pr-12 pl-4 shadow-raised",
            isFailure ? "border-danger bg-danger text-on-danger" : "border-line bg-raised text-ink",
          )}
        >
          {ICONS[toast.tone]}
          <div className="min-w-0 flex-1">
            <Title className="text-sm font-medium break-words">{toast.title}</Title>
            {toast.description && (
              <Description
                className={classNames("mt-0.5 text-sm break-words", !isFailure && "text-ink-muted")}
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
          hotkey={["F8"]}
          className="pointer-events-none fixed right-0 bottom-0 z-100 flex w-full flex-col p-4 outline-none md:max-w-[420px]"
        />,
        document.body,
      )}
    </Provider>
  );
}
