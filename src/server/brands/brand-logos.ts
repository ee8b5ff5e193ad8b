import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A mark as pages show it, and as a slide does: not every presentation program knows SVG. */
export type BrandLogoFormat = "svg" | "png";

/** Reads the mark of that name, such as `claude-color`; null where none of that name is bundled. */
export type BrandLogos = (name: string, format: BrandLogoFormat) => Promise<Uint8Array | null>;

/** The marks that the build put beside the server; unbuilt, they are drawn from the packages that the build draws from. */
export function createBrandLogos(): BrandLogos {
  const built = join(import.meta.dirname, "../brand-logos");
  return existsSync(built) ? fromFolder(built) : fromPackages;
}

const fromFolder =
  (folder: string): BrandLogos =>
  async (name, format) => {
    try {
      return await readFile(join(folder, `${name}.${format}`));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  };

const fromPackages: BrandLogos = async (name, format) => {
  // Imported when needed: the packages are there in development only.
  const { drawBrandLogo } = await import("./draw-brand-logo.ts");
  return drawBrandLogo(name, format);
};
