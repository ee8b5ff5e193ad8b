import type { RefObject } from "react";

import { logFailure } from "#client/api/errors.ts";
import { toPng, useExport } from "#client/features/exports/use-export.ts";

import { HALF } from "./radar-picture.tsx";

/** Pixels of a saved PNG per unit of the SVG. */
const SCALE = 2;

/** Returns a function that saves the visible radar in the theme's colours. */
export function useSaveRadar(picture: RefObject<SVGSVGElement | null>) {
  const { save, isPending } = useExport();
  return { isPending, save: (kind: "png" | "svg") => void save(radarFile(picture.current, kind)) };
}

async function radarFile(picture: SVGSVGElement | null, kind: "png" | "svg") {
  try {
    if (!picture) throw new Error("There is no radar on the page");
    const copy = createStandaloneCopy(picture);
    return { fileName: `ai-radar.${kind}`, blob: kind === "svg" ? toSvg(copy) : await paintPng(copy) };
  } catch (error) {
    logFailure("Couldn't draw the radar", error);
    throw error;
  }
}

const themeColour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "gray";

/** Returns a copy of the picture as a document of its own, without references to the page's colours and fonts. */
function createStandaloneCopy(picture: SVGSVGElement): SVGElement {
  const copy = picture.cloneNode(true);
  if (!(copy instanceof SVGElement)) throw new Error("The radar can't be copied");
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    element.removeAttribute("class");
    for (const { name, value } of element.attributes) {
      const colour = /^var\((--[\w-]+)\)$/u.exec(value)?.[1];
      if (colour !== undefined) element.setAttribute(name, themeColour(colour));
    }
  }
  copy.setAttribute("width", String(2 * HALF));
  copy.setAttribute("height", String(2 * HALF));
  copy.setAttribute("font-family", getComputedStyle(document.body).fontFamily);
  copy.prepend(createBackground(themeColour("--color-surface")));
  return copy;
}

/** Returns a rectangle for the background, because the page's content security policy forbids inline styles. */
function createBackground(colour: string): Element {
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const box = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, fill: colour };
  for (const [name, value] of Object.entries(box)) ground.setAttribute(name, String(value));
  return ground;
}

const toSvg = (copy: SVGElement) =>
  new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });

/** Painted element by element, because the page's content security policy forbids loading the SVG as an image. */
async function paintPng(copy: SVGElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * HALF * SCALE;
  canvas.height = 2 * HALF * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw images");
  context.scale(SCALE, SCALE);
  context.translate(HALF, HALF);
  paintSvg(context, copy, getComputedStyle(document.body).fontFamily);
  return await toPng(canvas);
}

const ALIGNMENTS: Readonly<Record<string, CanvasTextAlign>> = { middle: "center", end: "right" };
const TRANSFORM = /^translate\((\S+) (\S+)\)(?: rotate\((\S+)\))?$/u;

/**
 * Paints an SVG's elements on a canvas: groups, circles, lines, rectangles, paths and texts, with translations and
 * rotations.
 */
function paintSvg(context: CanvasRenderingContext2D, parent: Element, fontFamily: string): void {
  for (const element of parent.children) {
    const text = (name: string) => element.getAttribute(name);
    const number = (name: string, otherwise = 0) => Number(text(name) ?? otherwise);
    context.save();
    const [, x, y, degrees] = TRANSFORM.exec(text("transform") ?? "") ?? [];
    if (x !== undefined) context.translate(Number(x), Number(y));
    if (degrees !== undefined) context.rotate((Number(degrees) * Math.PI) / 180);
    context.setLineDash((text("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
    context.lineWidth = number("stroke-width", 1);
    switch (element.tagName) {
      case "g":
        paintSvg(context, element, fontFamily);
        break;
      case "circle": {
        const circle = new Path2D();
        circle.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
        paintShape(context, circle, element);
        break;
      }
      case "line": {
        const line = new Path2D();
        line.moveTo(number("x1"), number("y1"));
        line.lineTo(number("x2"), number("y2"));
        paintShape(context, line, element);
        break;
      }
      case "rect": {
        const box = new Path2D();
        box.rect(number("x"), number("y"), number("width"), number("height"));
        paintShape(context, box, element);
        break;
      }
      case "path":
        paintShape(context, new Path2D(text("d") ?? ""), element);
        break;
      case "text": {
        const at = [number("x"), number("y")] as const;
        const stroke = text("stroke");
        context.font = `${text("font-weight") ?? "400"} ${number("font-size")}px ${fontFamily}`;
        context.textAlign = ALIGNMENTS[text("text-anchor") ?? ""] ?? "left";
        context.lineJoin = "round";
        if (stroke !== null) {
          context.strokeStyle = stroke;
          context.strokeText(element.textContent, ...at);
        }
        context.fillStyle = text("fill") ?? "black";
        context.fillText(element.textContent, ...at);
        break;
      }
    }
    context.restore();
  }
}

function paintShape(context: CanvasRenderingContext2D, shape: Path2D, element: Element) {
  const [fill, stroke] = [element.getAttribute("fill"), element.getAttribute("stroke")];
  if (fill !== null && fill !== "none") {
    context.fillStyle = fill;
    context.fill(shape);
  }
  if (stroke !== null && stroke !== "none") {
    context.strokeStyle = stroke;
    context.stroke(shape);
  }
}
