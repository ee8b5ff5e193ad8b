import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { COLOURED_MODALITIES } from "#shared/tools/modality-words.ts";

const styles = readFileSync("src/client/styles.css", "utf8");
const darkStart = styles.indexOf('[data-theme="dark"] {');
const THEMES = { light: styles.slice(0, darkStart), dark: styles.slice(darkStart) };

/** Relative luminance, by WCAG 2. */
function luminance(theme: string, name: string): number {
  const [, hex = ""] = new RegExp(`--color-${name}: #([0-9a-f]{6});`, "u").exec(theme) ?? [];
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(["light", "dark"] as const)("uses readable colours for monograms in the %s theme", (theme) => {
  for (const tone of [...COLOURED_MODALITIES, "other"]) {
    const [one, other] = [`modality-${tone}`, `on-modality-${tone}`].map((name) =>
      luminance(THEMES[theme], name),
    );
    const [dim = Number.NaN, bright = Number.NaN] = [one ?? 0, other ?? 0].toSorted((a, b) => a - b);
    expect((bright + 0.05) / (dim + 0.05)).toBeGreaterThanOrEqual(4.5);
  }
});
