import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface DisclosureProps {
  title: ReactNode;
  isOpenAtFirst?: boolean;
  className?: string;
  children: ReactNode;
}

/** A heading that shows and hides what is below it. */
export function Disclosure({ title, isOpenAtFirst = false, className, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-1.5 flex min-h-control items-center gap-1.5 rounded-control px-1.5 text-sm font-medium text-ink hover:bg-sunken"
      >
        <ChevronRight
          aria-hidden
          className={classNames("size-4 text-ink-faint transition-transform", isOpen && "rotate-90")}
        />
        {title}
      </button>
      <div id={id} hidden={!isOpen} className="pt-2">
        {isOpen && children}
      </div>
    </div>
  );
}
