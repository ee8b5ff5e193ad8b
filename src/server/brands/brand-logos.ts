import { isBuilt, readBuiltFile } from "#server/built-files.ts";

/** Format of a logo: SVG for pages, PNG for slides, because not every presentation program supports SVG. */
export type BrandLogoFormat = "svg" | "png";

/** Reads a logo by name, such as `claude-color`. Null if it isn't bundled. */
export type BrandLogos = (name: string, format: BrandLogoFormat) => Promise<Uint8Array | null>;

/** Returns the logos bundled by the build. Without a build, draws them from the same packages. */
export const createBrandLogos = (): BrandLogos =>
  isBuilt ? (name, format) => readBuiltFile(`brand-logos/${name}.${format}`) : fromPackages;

const fromPackages: BrandLogos = async (name, format) => {
  // Imported on demand, because the packages exist only in development.
  const { drawBrandLogo } = await import("./draw-brand-logo.ts");
  return drawBrandLogo(name, format);
};
