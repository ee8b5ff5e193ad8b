import { existsSync, promises } from "node:fs";
import { join } from "node:path";

/** Format of a logo: SVG for pages, PNG for slides, because not every presentation program supports SVG. */
export type BrandLogoFormat = "svg" | "png";

/** Reads a logo by name, such as `claude-color`. Null if it isn't bundled. */
export type BrandLogos = (name: string, format: BrandLogoFormat) => Promise<Uint8Array | null>;

/** Returns the logos bundled by the build. Without a build, draws them from the same packages. */
export function createBrandLogos(): BrandLogos {
  const built = join(import.meta.dirname, "../brand-logos");
  return existsSync(built) ? fromFolder(built) : fromPackages;
}

const fromFolder =
  (folder: string): BrandLogos =>
  async (name, format) => {
    try {
      return await promises.readFile(join(folder, `${name}.${format}`));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  };

const fromPackages: BrandLogos = async (name, format) => {
  // Imported on demand, because the packages exist only in development.
  const { drawBrandLogo } = await import("./draw-brand-logo.ts");
  return drawBrandLogo(name, format);
};
