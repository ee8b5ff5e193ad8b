import type { App } from "#server/app.ts";
import { findPictures } from "#server/features/pictures/pictures.service.ts";
import { listAllTools } from "#server/features/tools/tools.service.ts";
import { findImages } from "#server/features/uploads/uploads.service.ts";
import { brandLogoName } from "#shared/brand-logos.ts";
import type { ExportedFile, ExportFormat, ExportRequest } from "#shared/export.ts";
import type { Tool } from "#shared/tools.ts";

import { toolsAsMarkdown } from "./as-markdown.ts";
import { toolsAsSlides } from "./as-slides.ts";
import { toolsAsText } from "./as-text.ts";
import { chosenOf, textFile } from "./export-parts.ts";
import type { LogoImages } from "./picture.ts";

type Writer = (app: App, tools: readonly Tool[]) => ExportedFile | Promise<ExportedFile>;

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  json: (_app, tools) =>
    textFile("ai-tools.json", "application/json; charset=utf-8", toolsAsText.json(tools)),
  csv: (_app, tools) => textFile("ai-tools.csv", "text/csv; charset=utf-8", toolsAsText.csv(tools)),
  markdown: async (app, tools) =>
    textFile(
      "ai-tools.md",
      "text/markdown; charset=utf-8",
      toolsAsMarkdown(tools, await logosOf(app, tools), app.now()),
    ),
  slides: async (app, tools) => ({
    fileName: "ai-tools.pptx",
    mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    encoding: "base64",
    content: Buffer.from(await toolsAsSlides(tools, await logosOf(app, tools), app.now())).toString("base64"),
  }),
};

/** The chosen tools, or all, as a file; in the order of the list, last updated first. */
export async function exportTools(app: App, { format, selectedIds }: ExportRequest): Promise<ExportedFile> {
  const items = await listAllTools(app);
  return WRITERS[format](app, chosenOf(items, selectedIds, "tool"));
}

const LOGOS_AT_ONCE = 20;
/** As many logos as a deck can hold; a catalogue may have more of them than the server has memory. */
const MAX_LOGO_BYTES = 64 * 1024 * 1024;

async function logosOf(app: App, tools: readonly Tool[]): Promise<LogoImages> {
  const paths = [...new Set(tools.flatMap(({ logoUrl }) => logoUrl ?? []))];
  const logos = new Map<string, { bytes: Uint8Array; mediaType: string }>();
  let size = 0;
  for (let start = 0; start < paths.length && size < MAX_LOGO_BYTES; start += LOGOS_AT_ONCE) {
    const some = paths.slice(start, start + LOGOS_AT_ONCE);
    const found = [
      await findImages(app, some),
      await findPictures(app, some),
      await findBrandLogos(app, some),
    ];
    for (const [path, image] of found.flatMap((images) => [...images])) {
      logos.set(path, image);
      size += image.bytes.byteLength;
    }
  }
  return logos;
}

/** The bundled marks among these addresses, by address. */
async function findBrandLogos(app: App, paths: readonly string[]): Promise<LogoImages> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const name = brandLogoName(path);
      const bytes = name === undefined ? null : await app.brandLogos(name, "png");
      return bytes && ([path, { bytes, mediaType: "image/png" }] as const);
    }),
  );
  return new Map(found.filter((entry) => entry !== null));
}
