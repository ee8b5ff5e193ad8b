import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from "react";

import type { MenuProps, OpenedBy } from "./menu-list.tsx";

// Comes when somebody first points at a menu's button or focuses one.
const loadList = () => import("./menu-list.tsx");
type List = Awaited<ReturnType<typeof loadList>>["MenuList"];

// Whoever opens the menu hears of a failure.
const preload = () => void loadList().catch(() => {});

/** A short list of actions behind a button. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<{ List: List; by: OpenedBy } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  if (failure) throw failure.error;
  if (opened) return <opened.List {...props} openedBy={opened.by} />;

  const open = (by: OpenedBy) =>
    void loadList().then(
      ({ MenuList }) => setOpened({ List: MenuList, by }),
      (error: unknown) => setFailure({ error }),
    );
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
