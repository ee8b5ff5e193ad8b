import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

import { stopComposingKeys } from "#client/ui/menu/key-events.ts";
import { restoreLostFocus } from "#client/ui/restore-focus.ts";

import { mswServer } from "./page-network.ts";

// jsdom has no layout, so it has no layout observers; Headless UI and cmdk need one.
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", NoResizeObserver);
Element.prototype.scrollIntoView = () => {};
Element.prototype.getAnimations = () => [];
Element.prototype.checkVisibility = () => true;
Range.prototype.getBoundingClientRect = () => new DOMRect();
Element.prototype.hasPointerCapture = () => false;
window.scrollTo = () => {};
// jsdom draws frames with one interval. If that starts while a test has stopped the clock, later files have no
// frames.
const { setTimeout: later, clearTimeout: never } = globalThis;
const FRAME_MS = 16;
window.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), FRAME_MS));
window.cancelAnimationFrame = (id) => never(id);
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

// Accessible names have spaces around elements that aren't inline, so the tests need this class from the style sheet.
const style = document.createElement("style");
style.textContent = ".contents { display: contents }";
document.head.append(style);

stopComposingKeys();

configure({
  // Pages load in parts; on a busy machine the first one takes more than the default second.
  asyncUtilTimeout: 15_000,
  // A draft in a text area isn't the posted text, so text queries skip it.
  defaultIgnore: "script, style, textarea",
});

// These hooks are here because this file runs before every test file, while test files share their imports.
let stopRestoringFocus: () => void;
beforeAll(() => mswServer.listen({ onUnhandledFrame: "error" }));
beforeEach(() => {
  stopRestoringFocus = restoreLostFocus();
});
afterEach(() => {
  cleanup();
  // Otherwise a page that is removed with the focus in it moves the focus of the next test's page, one frame later.
  stopRestoringFocus();
  mswServer.resetHandlers();
  // Headless UI leaves an empty element.
  const left = document.body.querySelector(":scope > :not(#headlessui-portal-root:empty)");
  if (left) throw new Error(`tests share the document, and this one left in it: ${left.outerHTML}`);
});
afterAll(() => {
  mswServer.close();
  localStorage.clear();
});
