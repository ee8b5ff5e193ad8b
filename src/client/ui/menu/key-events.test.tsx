import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { SearchBox } from "#client/ui/form/search-box.tsx";
import { TagInput } from "#client/ui/form/tag-input.tsx";

import { hasOtherScript, shortcutKeyOf } from "./key-events.ts";

const press = (key: string, code: string, shiftKey = false) => shortcutKeyOf({ key, code, shiftKey });

test("uses the keys of an English keyboard for non-Latin layouts", () => {
  expect(press("о", "KeyJ")).toBe("j");
  expect(press("О", "KeyJ", true)).toBe("J");
  expect(press("ح", "KeyP")).toBe("p");
  expect(press("لا", "KeyB")).toBe("b");
  expect(press("่", "KeyJ")).toBe("j");
  expect(press(".", "Slash")).toBe("/");
  expect(press(",", "Slash", true)).toBe("?");
  // Hebrew layouts have the slash on another key.
  expect(press("/", "KeyQ")).toBe("/");
  expect(press("Enter", "Enter")).toBe("Enter");
});

test.each([
  ["ru", true],
  ["zh-Hant-TW", true],
  ["de", false],
  ["C", false],
  ["en-US@posix", false],
  ["", false],
])("detects for the language %j if it has another script: %s", (language, expected) => {
  expect(hasOtherScript(language)).toBe(expected);
});

test("uses the letters of a Latin layout", () => {
  expect(press("z", "KeyY")).toBe("z");
  expect(press("é", "Digit2")).toBe("é");
  expect(press("-", "Slash")).toBe("-");
  expect(press(".", "Slash")).toBe(".");
});

test.each([
  ["Chrome and Firefox", { isComposing: true }],
  ["Safari, after the composition", { keyCode: 229 }],
])("ignores keys of an input method (%s)", (_browser, how) => {
  const onChange = vi.fn<(value: unknown) => void>();
  const { rerender } = render(<TagInput value={["a"]} onChange={onChange} />);
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "にほん" } });
  expect(fireEvent.keyDown(field, { key: "Enter", ...how })).toBe(false);
  fireEvent.keyDown(field, { key: "Backspace", ...how });
  rerender(<SearchBox label="Search" value="にほん" onChange={onChange} />);
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape", ...how });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape" });
  expect(onChange).toHaveBeenCalledWith("");
});

test("adds no tag on a comma before the composition ends", () => {
  const onChange = vi.fn<(value: unknown) => void>();
  render(<TagInput value={[]} onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  const type = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  };
  fireEvent.compositionStart(field);
  type("한,국");
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.compositionEnd(field);
  expect(onChange).toHaveBeenCalledWith(["한", "국"]);
});
