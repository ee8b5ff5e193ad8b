import type { ElementType, Key, ReactElement } from "react";
import { type JSXSource, jsxDEV as reactJsxDEV } from "react/jsx-dev-runtime";

import { hasSeveralChildren, type WithChildren, wrapTexts } from "./wrap-text.ts";

export { Fragment } from "react";

export function jsxDEV(
  type: ElementType,
  props: WithChildren,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const wrapped = wrapTexts(type, props);
  return reactJsxDEV(type, wrapped, key, isStatic && hasSeveralChildren(wrapped), source, self);
}
