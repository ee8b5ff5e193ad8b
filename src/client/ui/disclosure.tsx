import { DisclosureButton, DisclosurePanel, Disclosure as Root } from "@headlessui/react";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

const VARIANTS = {
  /** Style of a separate heading. */
  plain: {
    root: "",
    button:
      "-mx-1.5 flex min-h-control items-center gap-1.5 rounded-control px-1.5 text-sm font-medium text-ink hover:bg-sunken",
    chevron: "size-4 text-ink-faint",
    panel: "pt-2",
  },
  /** Style for a short title within a line of small text, with the panel on the next line. */
  inline: {
    root: "contents",
    button:
      "-ml-1 inline-flex min-h-6 items-center gap-1 rounded-chip px-1 hover:bg-sunken hover:text-ink max-md:min-h-11",
    chevron: "size-3.5",
    panel: "w-full",
  },
  /** Style with a frame around heading and panel. */
  framed: {
    root: "rounded-control border border-line bg-canvas",
    button:
      "flex h-control w-full items-center gap-2 rounded-control px-3 font-medium text-ink hover:bg-sunken",
    chevron: "order-last ml-auto size-4 text-ink-faint",
    panel: "px-3 pt-1 pb-3",
  },
};

interface DisclosureProps {
  title: ReactNode;
  variant?: keyof typeof VARIANTS;
  /** Level of the framed heading. */
  headingLevel?: 2 | 3 | 4;
  isOpenAtFirst?: boolean;
  onToggle?: (isOpen: boolean) => void;
  /** Key that opens it. */
  keys?: string;
  className?: string;
  children: ReactNode;
}

/** Button that shows or hides the content below. */
export function Disclosure(props: DisclosureProps) {
  const {
    title,
    variant = "plain",
    headingLevel = 3,
    isOpenAtFirst = false,
    onToggle,
    keys,
    className,
    children,
  } = props;
  const { root, button, chevron, panel } = VARIANTS[variant];
  const Heading = `h${headingLevel}` as const;
  const renderButton = (isOpen: boolean) => (
    <DisclosureButton
      aria-keyshortcuts={keys}
      className={classNames("group", button)}
      onClick={() => onToggle?.(!isOpen)}
    >
      <ChevronRight
        aria-hidden
        className={classNames("transition-transform group-data-open:rotate-90", chevron)}
      />
      {title}
    </DisclosureButton>
  );
  return (
    <Root as="div" defaultOpen={isOpenAtFirst} className={classNames(root, className)}>
      {({ open }) => (
        <>
          {variant === "framed" ? <Heading>{renderButton(open)}</Heading> : renderButton(open)}
          <DisclosurePanel className={panel}>{children}</DisclosurePanel>
        </>
      )}
    </Root>
  );
}
