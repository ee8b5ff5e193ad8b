import { describe, expect, test } from "vitest";

import {
  activeOptions,
  addOption,
  hiddenOptions,
  NO_CUSTOM_OPTIONS,
  type OptionChange,
  readCustomOptions,
  removeOption,
  restoreAllOptions,
  restoreOption,
  TOOL_OPTION_DEFAULTS,
} from "./options.ts";

const defaults = TOOL_OPTION_DEFAULTS;

function changed(change: OptionChange) {
  if (!change.ok) throw new Error(change.message);
  return change.options;
}

describe("an option", () => {
  test("is lowercased and trimmed, and sorted by label", () => {
    const own = changed(addOption("industry", defaults, NO_CUSTOM_OPTIONS, "  Aero Space "));
    expect(activeOptions("industry", defaults, own).slice(0, 3)).toEqual([
      "aero space",
      "creative",
      "education",
    ]);
  });

  test.each([
    ["industry", "   ", "Industry name cannot be empty"],
    ["modality", "", "Modality name cannot be empty"],
    ["industry", "FINANCE", "Industry already exists or invalid name"],
    ["modality", "text ", "Modality already exists or invalid name"],
    ["modality", "---", "Modality already exists or invalid name"],
    ["industry", "x".repeat(51), "Industry already exists or invalid name"],
  ] as const)("of kind %s named %j is refused: %s", (kind, typed, message) => {
    expect(addOption(kind, defaults, NO_CUSTOM_OPTIONS, typed)).toEqual({ ok: false, message });
  });

  test("that a person added is removed permanently", () => {
    const own = changed(addOption("modality", defaults, NO_CUSTOM_OPTIONS, "3d"));
    const change = removeOption("modality", defaults, own, "3d");
    expect(change).toMatchObject({ what: "removed", options: NO_CUSTOM_OPTIONS });
  });

  test("that is a default is hidden and can be restored, alone or with all others", () => {
    const one = changed(removeOption("industry", defaults, NO_CUSTOM_OPTIONS, "media"));
    const two = changed(removeOption("industry", defaults, one, "finance"));
    expect(hiddenOptions("industry", defaults, two)).toEqual(["finance", "media"]);
    expect(activeOptions("industry", defaults, two)).not.toContain("media");
    expect(hiddenOptions("industry", defaults, changed(restoreOption("industry", two, "media")))).toEqual([
      "finance",
    ]);
    expect(hiddenOptions("industry", defaults, restoreAllOptions("industry", two))).toEqual([]);
  });

  test("that is hidden returns when its name is typed", () => {
    const own = changed(removeOption("modality", defaults, NO_CUSTOM_OPTIONS, "audio"));
    const change = addOption("modality", defaults, own, "Audio");
    expect(change).toMatchObject({ what: "restored", options: NO_CUSTOM_OPTIONS });
  });
});

test("reads stored options, including older lists, and refuses anything else", () => {
  expect(readCustomOptions(null)).toEqual(NO_CUSTOM_OPTIONS);
  expect(readCustomOptions('{"customIndustries":["space"]}').customIndustries).toEqual(["space"]);
  expect(() => readCustomOptions("{")).toThrow(SyntaxError);
  expect(() => readCustomOptions('{"customIndustries":"space"}')).toThrow("expected array");
});
