import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { TOOL_OPTIONS_KEY } from "#shared/tools/options.ts";

import { useToolOptions } from "./use-item-options.ts";

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test("without choices of one's own the defaults are offered, sorted by label", () => {
  const { result } = renderHook(useToolOptions);
  expect(result.current.industries).toEqual([
    "creative",
    "education",
    "finance",
    "general",
    "healthcare",
    "marketing",
    "media",
    "software-dev",
  ]);
  expect(result.current.modalities).toEqual(["audio", "image", "multimodal", "text", "video"]);
});

test("an added industry is kept in this browser under the AI Stack's key", () => {
  const { result } = renderHook(useToolOptions);
  act(() => void result.current.store.add("industry", "  Legal "));
  expect(result.current.industries).toContain("legal");
  expect(JSON.parse(localStorage.getItem(TOOL_OPTIONS_KEY) ?? "")).toEqual({
    customIndustries: ["legal"],
    customModalities: [],
    hiddenDefaultIndustries: [],
    hiddenDefaultModalities: [],
  });
});

test("a hidden default leaves the list until it is restored", () => {
  const { result } = renderHook(useToolOptions);
  act(() => void result.current.store.remove("modality", "audio"));
  expect(result.current.modalities).not.toContain("audio");
  expect(result.current.store.hidden.modality).toEqual(["audio"]);
  act(() => result.current.store.restoreAll("modality"));
  expect(result.current.modalities).toContain("audio");
});

test("every component hears of a change, and so do the browser's other tabs", () => {
  const here = renderHook(useToolOptions);
  const there = renderHook(useToolOptions);
  act(() => void here.result.current.store.add("industry", "legal"));
  expect(there.result.current.industries).toContain("legal");
  act(() => {
    localStorage.removeItem(TOOL_OPTIONS_KEY);
    window.dispatchEvent(new StorageEvent("storage", { key: TOOL_OPTIONS_KEY }));
  });
  expect(there.result.current.industries).not.toContain("legal");
});

test("stored text that is not a list of options is logged and counts as none", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  localStorage.setItem(TOOL_OPTIONS_KEY, "{broken");
  const { result } = renderHook(useToolOptions);
  expect(result.current.modalities).toEqual(["audio", "image", "multimodal", "text", "video"]);
  expect(log).toHaveBeenCalledOnce();
  act(() => void result.current.store.add("modality", "code"));
  expect(result.current.modalities).toContain("code");
});
