import { describe, expect, test } from "vitest";

import { starterLogos, starterTools } from "#server/features/tools/starter-catalogue.ts";
import starterFile from "#server/features/tools/starter-tools.json" with { type: "json" };
import { findImageIssue } from "#server/features/uploads/image-check.ts";
import { readImageSize } from "#shared/pictures/image-size.ts";

import { drawBrandLogo } from "./draw-brand-logo.ts";

const MAX_BYTES = 40_000;
const names = [...starterLogos.keys()];
const text = async (name: string) =>
  new TextDecoder().decode((await drawBrandLogo(name, "svg")) ?? undefined);

describe("the logos of the starter catalogue", () => {
  test("are in their packages, pass the upload check and are small", async () => {
    const found = await Promise.all(
      names.map(async (name) => {
        const bytes = await drawBrandLogo(name, "svg");
        const isSmall = bytes !== null && bytes.length <= MAX_BYTES;
        return [name, isSmall, bytes && (await findImageIssue(bytes, "svg"))];
      }),
    );
    expect(found).toEqual(names.map((name) => [name, true, null]));
  });

  test("are as many as in the data file, each with its own name", () => {
    const sources = starterFile.flatMap(({ logo }) => logo ?? []);
    expect(names).toHaveLength(new Set(sources).size);
    expect(names.filter((name) => !/^[a-z0-9-]+$/u.test(name))).toEqual([]);
    expect(starterTools.filter(({ logoUrl }) => logoUrl !== null)).toHaveLength(sources.length);
    expect(sources.length).toBeGreaterThan(120);
  });

  test("are self-contained: fixed size and colours, independent of the page", async () => {
    const drawings = await Promise.all(names.map(text));
    const alone = /^<svg width="24" height="24"[^>]* viewBox="(?![^]*currentColor)/u;
    expect(names.filter((_, index) => !alone.test(drawings[index] ?? ""))).toEqual([]);
  });

  test("use their brand's colour by default, or black if it has too little contrast on white", async () => {
    expect(await text("pytorch")).toContain('fill="#EE4C2C"');
    expect(await text("veed")).toContain('fill="#000"');
  });

  test("are drawn for slides too", async () => {
    const png = await drawBrandLogo("claude-color", "png");
    expect(png && (await findImageIssue(png, "png"))).toBeNull();
    expect(png && readImageSize(png, "image/png")).toEqual({ width: 256, height: 256 });
  });

  test("have no unused entries", async () => {
    expect(await drawBrandLogo("openai-text", "svg")).toBeNull();
  });
});
