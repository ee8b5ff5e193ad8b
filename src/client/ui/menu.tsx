import { cloneElement, Suspense } from "react";

import { lazyComponent } from "./lazy-component.ts";
import type { MenuProps } from "./menu-list.tsx";

const MenuList = lazyComponent(() => import("./menu-list.tsx"), "MenuList");

/** A short list of actions behind a button, which cannot be pressed until the code for the list has come. */
export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={cloneElement(props.trigger, { disabled: true })}>
      <MenuList {...props} />
    </Suspense>
  );
}
