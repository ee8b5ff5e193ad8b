import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { TOOL_OPTIONS_KEY } from "#shared/tools/options.ts";

import { useToolOptions } from "./use-custom-options.ts";

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test("offers the defaults without custom options, sorted by label", () => {
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

test("stores an added industry in this browser under the AI Stack's key", () => {
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

test("removes a hidden default from the list until restored", () => {
  const { result } = renderHook(useToolOptions);
  act(() => void result.current.store.remove("modality", "audio"));
  expect(result.current.modalities).not.toContain("audio");
  expect(result.current.store.hidden.modality).toEqual(["audio"]);
  act(() => result.current.store.restoreAll("modality"));
  expect(result.current.modalities).toContain("audio");
});

test("notifies every component and other tabs of a change", () => {
  const first = renderHook(useToolOptions);
  const second = renderHook(useToolOptions);
  act(() => void first.result.current.store.add("industry", "legal"));
  expect(second.result.current.industries).toContain("legal");
  act(() => {
    localStorage.removeItem(TOOL_OPTIONS_KEY);
    window.dispatchEvent(new StorageEvent("storage", { key: TOOL_OPTIONS_KEY }));
  });
  expect(second.result.current.industries).not.toContain("legal");
});

test("logs and ignores stored text that is not a list of options", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  localStorage.setItem(TOOL_OPTIONS_KEY, "{broken");
  const { result } = renderHook(useToolOptions);
  expect(result.current.modalities).toEqual(["audio", "image", "multimodal", "text", "video"]);
  expect(log).toHaveBeenCalledOnce();
  act(() => void result.current.store.add("modality", "code"));
  expect(result.current.modalities).toContain("code");
});
