import type { ElementType, Key, ReactElement } from "react";
import { jsx as reactJsx, jsxs as reactJsxs } from "react/jsx-runtime";

import { hasSeveralChildren, type WithChildren, wrapTexts } from "./wrap-text.ts";

export { Fragment } from "react";

export const jsx = (type: ElementType, props: WithChildren, key?: Key): ReactElement =>
  reactJsx(type, wrapTexts(type, props), key);

export function jsxs(type: ElementType, props: WithChildren, key?: Key): ReactElement {
  const wrapped = wrapTexts(type, props);
  return hasSeveralChildren(wrapped) ? reactJsxs(type, wrapped, key) : reactJsx(type, wrapped, key);
}
