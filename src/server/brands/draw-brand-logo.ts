import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import { starterLogos } from "#server/features/tools/starter-catalogue.ts";

import type { BrandLogoFormat } from "./brand-logos.ts";

/** Size of a PNG logo in pixels, sharp at one inch on a slide. */
const PNG_SIDE = 256;
/** Minimum contrast of a brand colour on white paper. Below it, black is used. */
const MIN_CONTRAST = 1.6;

const require = createRequire(import.meta.url);
const lobehubFolder = () => join(require.resolve("@lobehub/icons-static-svg/package.json"), "../icons");
const simpleIconsFile = () => require.resolve("simple-icons/icons.json");

/** Draws a logo from its package. Null if the starter catalogue doesn't use it. */
export async function drawBrandLogo(name: string, format: BrandLogoFormat): Promise<Uint8Array | null> {
  const source = starterLogos.get(name);
  if (source === undefined) return null;
  const svg = Buffer.from(await drawSvg(source));
  return format === "svg" ? svg : toPng(svg);
}

/** Returns a logo as a standalone image of fixed size, independent of a page. */
async function drawSvg(source: string): Promise<string> {
  const [icons = "", slug = ""] = source.split("/");
  const isSimple = icons === "simple-icons";
  const folder = isSimple ? join(simpleIconsFile(), "../../icons") : lobehubFolder();
  const fill = isSimple ? ` fill="${await simpleColour(slug)}"` : "";
  const svg = await readFile(join(folder, `${slug}.svg`), "utf8");
  return svg
    .replace(/^<svg[^>]*>/u, (root) => root.replaceAll(/ (?:width|height|style)="[^"]*"/gu, ""))
    .replace(/^<svg/u, `<svg width="24" height="24"${fill}`)
    .replaceAll("currentColor", "#000");
}

/** Returns the brand colour, which is missing in simple-icons drawings. */
async function simpleColour(slug: string): Promise<string> {
  const icons: unknown = JSON.parse(await readFile(simpleIconsFile(), "utf8"));
  const icon = Array.isArray(icons) ? icons.find((candidate) => candidate.slug === slug) : undefined;
  if (!/^[0-9A-F]{6}$/u.test(icon?.hex)) throw new Error(`simple-icons knows no colour of ${slug}`);
  return contrastWithWhite(icon.hex) < MIN_CONTRAST ? "#000" : `#${icon.hex}`;
}

/** Returns the WCAG 2 contrast ratio with white, from 1 (white itself) to 21 (black). */
function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

async function toPng(svg: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(svg, { density: (72 * PNG_SIDE) / 24 })
    .resize(PNG_SIDE, PNG_SIDE, { fit: "contain", background })
    .png({ palette: true })
    .toBuffer();
}
