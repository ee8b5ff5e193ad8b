import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from "react";

import { holdKeys, releaseKeys } from "./key-events.ts";
import type { MenuProps, OpenedBy } from "./menu-list.tsx";

// Loads when a menu's button is first hovered or focused.
const loadList = () => import("./menu-list.tsx");
type List = Awaited<ReturnType<typeof loadList>>["MenuList"];

// Errors are ignored here. They are reported when the menu opens.
const preload = () => void loadList().catch(() => {});

/** Button with a short list of actions. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<{ List: List; by: OpenedBy } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  if (failure) throw failure.error;
  if (opened) return <opened.List {...props} openedBy={opened.by} />;

  const open = (by: OpenedBy) => {
    holdKeys("[role=menu]");
    void loadList().then(
      ({ MenuList }) => setOpened({ List: MenuList, by }),
      (error: unknown) => {
        releaseKeys();
        setFailure({ error });
      },
    );
  };
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: ({ detail }: MouseEvent) => open(detail === 0 ? "Enter" : "pointer"),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open(event.key);
    },
  });
}
