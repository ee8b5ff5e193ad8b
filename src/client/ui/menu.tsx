import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from "react";

import type { MenuProps, OpenedBy } from "./menu-list.tsx";

// Comes when somebody first points at a menu's button or focuses one.
const loadList = () => import("./menu-list.tsx");
type List = Awaited<ReturnType<typeof loadList>>["MenuList"];

const preload = () => void loadList();

/** A short list of actions behind a button. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<{ List: List; by: OpenedBy } | null>(null);
  if (opened) return <opened.List {...props} openedBy={opened.by} />;

  async function open(by: OpenedBy) {
    const { MenuList } = await loadList();
    setOpened({ List: MenuList, by });
  }
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: ({ detail }: MouseEvent) => void open(detail === 0 ? "Enter" : "pointer"),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      void open(event.key);
    },
  });
}
