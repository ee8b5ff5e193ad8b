import { logFailure } from "#client/api/errors.ts";
import { toPng, useExport } from "#client/features/exports/use-export.ts";
import { longFormDate } from "#client/format/dates.ts";
import { pictureSrc, getMonogram } from "#shared/pictures/brand-logos.ts";
import type { Landscape } from "#shared/tools/landscape.ts";
import { modalityTone } from "#shared/tools/modality-words.ts";
import type { Tool } from "#shared/tools/tools.ts";

import {
  type Box,
  type LandscapeLayout,
  type Zoom,
  layOutLandscape,
  HEAD_HEIGHT,
  LABEL_WIDTH,
  MARGIN,
} from "./landscape-layout.ts";

const IMAGE_TIMEOUT_MS = 5000;

/** Returns a function that draws the landscape and saves it as a picture. */
export function useSaveLandscape() {
  const { save, isPending } = useExport();
  return { isPending, run: (landscape: Landscape, zoom: Zoom) => void save(landscapeFile(landscape, zoom)) };
}

async function landscapeFile(landscape: Landscape, zoom: Zoom) {
  try {
    const layout = layOutLandscape(landscape, zoom);
    const images = await loadImages(layout.tools.map(({ tool }) => tool.logoUrl));
    const count = landscape.rows.reduce((sum, { industry }) => sum + industry.count, 0);
    const subtitle = `${count} tools · ${longFormDate(new Date().toISOString())}`;
    const picture = drawLandscape({ title: "AI Landscape", subtitle, layout, images });
    return { fileName: "ai-landscape.png", blob: await toPng(picture) };
  } catch (error) {
    logFailure("Couldn't draw the landscape", error);
    throw error;
  }
}

/** Loads images by URL. All of them come from this server; otherwise the canvas couldn't be saved. */
async function loadImages(addresses: readonly (string | null)[]): Promise<Map<string, HTMLImageElement>> {
  const urls = [...new Set(addresses)].filter((address) => address !== null);
  const images = new Map<string, HTMLImageElement>();
  await Promise.all(
    urls.map(async (address) => {
      const image = new Image();
      image.src = pictureSrc(address);
      const isLoaded = await Promise.race([
        image.decode().then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), IMAGE_TIMEOUT_MS);
        }),
      ]);
      if (isLoaded) images.set(address, image);
    }),
  );
  return images;
}

/** Maximum side of a canvas in pixels. Larger ones remain empty in some browsers. */
const MAX_SIDE = 16_000;

interface Picture {
  title: string;
  subtitle: string;
  layout: LandscapeLayout;
  /** Loaded images by URL. A tool without an image gets its monogram. */
  images: ReadonlyMap<string, HTMLImageElement>;
}

/** Draws the landscape in the theme's colours at twice the resolution. */
function drawLandscape({ title, subtitle, layout, images }: Picture): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, MAX_SIDE / layout.height);
  canvas.width = Math.round(layout.width * scale);
  canvas.height = Math.round(layout.height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw images");
  context.scale(scale, scale);
  context.textBaseline = "middle";

  const pen = createPen(context);
  pen.paint({ x: 0, y: 0, width: layout.width, height: layout.height }, "canvas");
  pen.text(title, { x: MARGIN, y: MARGIN + 10 }, "ink", "600 28px");
  pen.text(subtitle, { x: MARGIN, y: MARGIN + 40 }, "ink-muted", "400 15px");
  drawGrid(pen, layout);

  for (const label of layout.tools) {
    drawLogo(pen, label.logo, label.tool, images.get(label.tool.logoUrl ?? ""));
    drawName(pen, label);
  }
  for (const { count, ...box } of layout.overflows) {
    pen.text(`+${count}`, centerOf(box), "ink-faint", "600 13px", "center");
  }
  return canvas;
}

function drawLogo(pen: Pen, box: Box, tool: Tool, image: HTMLImageElement | undefined) {
  const radius = box.height / 4;
  if (image) {
    pen.paint(box, "paper", radius);
    pen.image(image, box);
    return;
  }
  const { initials, tone } = getMonogram(tool);
  pen.paint(box, `modality-${tone}`, radius);
  pen.text(
    initials,
    centerOf(box),
    `on-modality-${tone}`,
    `600 ${Math.round(box.height * 0.42)}px`,
    "center",
  );
}

function drawName(pen: Pen, label: LandscapeLayout["tools"][number]) {
  const { x, width, logo, tool, names } = label;
  if (names === "below") {
    const at = { x: x + width / 2, y: logo.y + logo.height + 14 };
    pen.text(tool.name, at, "ink-muted", "400 12px", "center", width);
  } else if (names === "beside") {
    const start = x + logo.width + 8;
    pen.text(
      tool.name,
      { x: start, y: centerOf(logo).y },
      "ink-muted",
      "400 13px",
      "left",
      x + width - start,
    );
  }
}

function drawGrid(pen: Pen, { grid, heads, rows }: LandscapeLayout) {
  pen.paint(grid, "surface", 12);
  for (const { head, ...box } of heads) {
    pen.paint({ ...box, width: 1, height: grid.height }, "line");
    const tone = modalityTone(head.label);
    const badge = { x: box.x + 12, y: box.y + 10, width: pen.width(head.label, "600 13px") + 18, height: 24 };
    pen.paint(badge, `modality-${tone}`, 6);
    pen.text(head.label, centerOf(badge), `on-modality-${tone}`, "600 13px", "center");
    const at = { x: badge.x + badge.width + 8, y: box.y + HEAD_HEIGHT / 2 };
    pen.text(String(head.count), at, "ink-faint", "400 13px");
  }
  for (const { industry, ...box } of rows) {
    pen.paint({ ...box, height: 1 }, "line");
    const at = { x: box.x + 16, y: box.y + 26 };
    pen.text(industry.label, at, "ink", "600 14px", "left", LABEL_WIDTH - 60);
    const count = { x: box.x + LABEL_WIDTH - 16, y: box.y + 26 };
    pen.text(String(industry.count), count, "ink-faint", "400 13px", "right");
  }
  pen.frame(grid, "line", 12);
}

type Point = Pick<Box, "x" | "y">;
type Pen = ReturnType<typeof createPen>;

/** Returns drawing functions. Colours are named as in styles.css. */
function createPen(context: CanvasRenderingContext2D) {
  const theme = getComputedStyle(document.documentElement);
  const { fontFamily } = getComputedStyle(document.body);
  const colour = (name: string) => theme.getPropertyValue(`--color-${name}`).trim() || "gray";
  const outline = ({ x, y, width, height }: Box, radius: number) => {
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
  };
  return {
    paint(box: Box, name: string, radius = 0) {
      context.fillStyle = colour(name);
      outline(box, radius);
      context.fill();
    },
    frame(box: Box, name: string, radius: number) {
      context.strokeStyle = colour(name);
      outline(box, radius);
      context.stroke();
    },
    width(text: string, font: string) {
      context.font = `${font} ${fontFamily}`;
      return context.measureText(text).width;
    },
    text(
      text: string,
      at: Point,
      name: string,
      font: string,
      align: CanvasTextAlign = "left",
      room = Infinity,
    ) {
      context.font = `${font} ${fontFamily}`;
      context.fillStyle = colour(name);
      context.textAlign = align;
      context.fillText(truncateText(context, text, room), at.x, at.y);
    },
    image(image: HTMLImageElement, { x, y, width, height }: Box) {
      const room = width - 4;
      const ratio = Math.min(room / (image.naturalWidth || room), room / (image.naturalHeight || room));
      const [w, h] = [(image.naturalWidth || room) * ratio, (image.naturalHeight || room) * ratio];
      context.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h);
    },
  };
}

const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 + 1 });

function truncateText(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  const chars = Array.from(text);
  while (chars.length > 1 && context.measureText(`${chars.join("")}…`).width > room) chars.pop();
  return `${chars.join("").trimEnd()}…`;
}
