import { Fragment, type ReactNode } from "react";
import { jsx, jsxs } from "react/jsx-runtime";

import { isRightToLeft } from "#shared/texts/escaping.ts";

export interface WithChildren {
  children?: ReactNode;
  dir?: string;
}

const isText = (child: unknown): child is string | number =>
  typeof child === "string" || typeof child === "number";

const textOf = (child: ReactNode): string => (isText(child) ? String(child) : "");

const isEmpty = (child: unknown): boolean => child == null || typeof child === "boolean" || child === "";

const hasOtherDirection = (child: unknown): boolean => typeof child === "string" && isRightToLeft(child);

/** Elements that may only contain text. */
const TEXT_ONLY = new Set<unknown>(["option", "title", "textarea", "text", "tspan"]);
/** Inline elements within a text. They inherit its direction. */
const INLINE_ELEMENTS = new Set<unknown>(["mark", "ins", "del", "em", "code"]);

/**
 * Returns props in which every text is the only child of an element. Texts next to nodes are wrapped, and adjacent
 * texts are merged. An element with right-to-left text gets `dir="auto"`; a name within a sentence becomes a `<bdi>`.
 * Elements with the prop `dir`, even if undefined, remain unchanged.
 */
export function wrapTexts(type: unknown, props: WithChildren): WithChildren {
  const { children } = props;
  const wrapped = Array.isArray(children)
    ? wrapList(children, { isAlone: type !== Fragment, isTextOnly: TEXT_ONLY.has(type), hasKeys: false })
    : type === Fragment && isText(children)
      ? wrap(String(children))
      : children;
  const needsDirection =
    typeof type === "string" &&
    hasOtherDirection(wrapped) &&
    !("dir" in props || TEXT_ONLY.has(type) || INLINE_ELEMENTS.has(type));
  // Components of libraries render the text into their own elements.
  if (typeof type === "object" && hasOtherDirection(wrapped))
    return { ...props, children: jsx("bdi", { children: wrapped }) };
  if (needsDirection) return { ...props, children: wrapped, dir: "auto" };
  return wrapped === children ? props : { ...props, children: wrapped };
}

export const hasSeveralChildren = ({ children }: WithChildren): boolean => Array.isArray(children);

interface ListOptions {
  /** True if the list is the element's only content. */
  isAlone: boolean;
  isTextOnly?: boolean;
  /** True if React requires a key for each item of the list. */
  hasKeys: boolean;
}

function wrapList(
  list: readonly ReactNode[],
  { isAlone, isTextOnly = false, hasKeys }: ListOptions,
): ReactNode {
  const texts = list.filter(isText);
  const hasTextsOnly = isTextOnly || list.every((child) => isText(child) || isEmpty(child));
  const isSentenceWithName = texts.length > 1 && !isTextOnly && texts.some(hasOtherDirection);
  if (isAlone && texts.length > 0 && hasTextsOnly && !isSentenceWithName) return texts.join("");
  // Other items keep their index, by which React identifies them.
  let result: ReactNode[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const child = list[index];
    const wrapped = isText(child) ? wrapRun(list, index, hasKeys) : wrapNested(child);
    if (wrapped !== child) result ??= [...list];
    if (result) result[index] = wrapped;
  }
  return result ?? list;
}

const wrapNested = (child: ReactNode): ReactNode =>
  Array.isArray(child) ? wrapList(child, { isAlone: false, hasKeys: true }) : child;

/**
 * Wraps the texts from `index` to the next node in one element. Returns null if the previous text's element includes
 * this one.
 */
function wrapRun(list: readonly ReactNode[], index: number, hasKeys: boolean): ReactNode {
  const key = hasKeys ? `text-${index}` : undefined;
  const ownText = textOf(list[index]);
  if (hasOtherDirection(ownText)) return wrap(ownText, key, "bdi");
  for (let before = index - 1; before >= 0 && !endsRun(list[before]); before -= 1) {
    if (isText(list[before])) return null;
  }
  let text = "";
  for (let at = index; at < list.length && !endsRun(list[at]); at += 1) text += textOf(list[at]);
  return text === "" ? null : wrap(text, key);
}

const endsRun = (child: unknown): boolean => !(isText(child) || isEmpty(child)) || hasOtherDirection(child);

/**
 * Wraps a text in an element. Leading and trailing spaces get their own elements, because accessible names trim the
 * text of each element. These have no box, so that flexible boxes drop them like plain text.
 */
function wrap(text: string, key?: string, element: "span" | "bdi" = "span"): ReactNode {
  const [, before = "", words = "", after = ""] = /^(\s*)([^]*?)(\s*)$/u.exec(text) ?? [];
  const wrapped = words && jsx(element, { children: words }, key);
  if (before === "" && after === "") return wrapped;
  return jsxs(Fragment, { children: [before && spaces(before), wrapped, after && spaces(after)] }, key);
}

// `whitespace-pre-wrap`, because Chromium drops a collapsible space that is inserted later without a box.
const spaces = (text: string) => jsx("span", { className: "contents whitespace-pre-wrap", children: text });
