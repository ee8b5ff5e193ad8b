import { MenuButton, MenuItem, MenuItems, MenuSection, MenuSeparator, Menu as Root } from "@headlessui/react";
import { Check } from "lucide-react";
import { Fragment, useEffect, useRef } from "react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";

import { classNames } from "#client/ui/class-names.ts";

import { pressKey } from "./key-events.ts";

interface MenuEntryBase {
  label: string;
  icon?: ReactNode;
  /** Set if the entry is one of several choices. The selected one has a check mark. */
  isChosen?: boolean;
  isDestructive?: boolean;
  isDisabled?: boolean;
}

/** Entry with an action or a link. With `isOtherSite`, the link leads to another site on this server. */
export type MenuEntry = MenuEntryBase &
  (
    | { onSelect: () => void; to?: never; isOtherSite?: never }
    | { to: string; isOtherSite?: true; onSelect?: never }
  );

export interface MenuProps {
  /** Button that opens the menu. The element must accept a ref, as Button and IconButton do. */
  trigger: ReactElement<ComponentProps<"button">>;
  /** Groups of entries, separated by lines. */
  groups: readonly (readonly MenuEntry[])[];
  /** Content above the entries, such as the user's name. */
  header?: ReactNode;
  side?: "bottom start" | "bottom end" | "top start" | "top end" | "right end";
}

const ENTRY =
  "flex min-h-8 w-full items-center gap-2.5 rounded-chip px-2 py-1 text-left text-sm data-disabled:opacity-50 data-focus:bg-pressed max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

/** Input that opened the menu while its code was loading. */
export type OpenedBy = "pointer" | "Enter" | "ArrowDown" | "ArrowUp";

/** Button of a menu with its list. It loads on the first opening, so the list is open initially. */
export function MenuList({
  trigger,
  groups,
  header,
  side = "bottom end",
  openedBy,
}: MenuProps & { openedBy: OpenedBy }) {
  const button = useRef<HTMLButtonElement>(null);
  const isFirstOpening = useRef(true);
  useEffect(() => {
    if (isFirstOpening.current) openMenu(button.current, openedBy);
    isFirstOpening.current = false;
  }, [openedBy]);
  return (
    <Root>
      <MenuButton as={Fragment} ref={button}>
        {trigger}
      </MenuButton>
      <MenuItems
        as={MenuPanel}
        modal={false}
        anchor={{ to: side, gap: 4, padding: 8 }}
        transition
        className="z-60 min-w-52 rounded-control border border-line bg-raised p-1 shadow-raised transition duration-100 outline-none data-closed:scale-98 data-closed:opacity-0"
      >
        {header && <div className="mb-1 border-b border-line px-2 pt-1.5 pb-2.5">{header}</div>}
        {groups.map((entries, index) => (
          <MenuSection key={entries[0]?.label}>
            {index > 0 && <MenuSeparator className="my-1 h-px bg-line" />}
            {entries.map((entry) => (
              <MenuRow key={entry.label} entry={entry} />
            ))}
          </MenuSection>
        ))}
      </MenuItems>
    </Root>
  );
}

/** Opens the menu through its own button, as Headless UI requires. It has replaced the button that was used. */
function openMenu(button: HTMLButtonElement | null, openedBy: OpenedBy) {
  button?.focus({ preventScroll: true });
  if (openedBy === "pointer") button?.click();
  else if (button) pressKey(button, { key: openedBy });
}

/** Maximum time in milliseconds until a closing menu has returned the focus to its button. */
const FOCUS_RETURN_MS = 150;

/**
 * Runs an action after the focus has returned to the menu's button. A dialog opened earlier would lose the focus to it.
 */
function afterFocusReturn(act: () => void) {
  const run = () => {
    clearTimeout(timer);
    document.removeEventListener("focusin", run);
    act();
  };
  const timer = setTimeout(run, FOCUS_RETURN_MS);
  document.addEventListener("focusin", run);
}

function MenuRow({ entry }: { entry: MenuEntry }) {
  const style = classNames(
    ENTRY,
    entry.isDestructive ? "text-danger-ink" : "text-ink [&_svg]:text-ink-faint",
  );
  const content = (
    <>
      {entry.icon}
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.isChosen && <Check aria-label="chosen" />}
    </>
  );
  return (
    <MenuItem disabled={entry.isDisabled}>
      {entry.to === undefined ? (
        <button
          type="button"
          onClick={({ detail }) => (detail === 0 ? afterFocusReturn(entry.onSelect) : entry.onSelect())}
          className={style}
        >
          {content}
        </button>
      ) : (
        <Link to={entry.to} reloadDocument={entry.isOtherSite} className={style}>
          {content}
        </Link>
      )}
    </MenuItem>
  );
}

/** Panel of a menu, at the end of the document. Its region puts it inside a landmark. */
function MenuPanel(props: ComponentProps<"div">) {
  return (
    <section aria-label="Menu">
      <div {...props} />
    </section>
  );
}
