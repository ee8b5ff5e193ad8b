import { type RefObject, useState } from "react";

import { logFailure } from "#client/api/log-failure.ts";
import { saveBlob } from "#client/features/exports/use-export.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

import { paintSvg } from "./paint-svg.ts";
import { HALF } from "./radar-picture.tsx";

/** Resolution factor. */
const SCALE = 2;

/** Saves the shown radar in the theme's colours. */
export function useSaveRadar(picture: RefObject<SVGSVGElement | null>) {
  const toast = useToast();
  const [isPending, setPending] = useState(false);

  async function save(kind: "png" | "svg") {
    setPending(true);
    try {
      if (!picture.current) throw new Error("There is no radar on the page");
      const copy = standAlone(picture.current);
      const fileName = `ai-radar.${kind}`;
      saveBlob(kind === "svg" ? toSvg(copy) : await toPng(copy), fileName);
      toast.success("Export Successful", `Saved as ${fileName}`);
    } catch (error) {
      logFailure("Couldn't draw the radar", error);
      toast.failure("Export Failed", "There was an error exporting your data. Please try again.");
    } finally {
      setPending(false);
    }
  }

  return { isPending, save };
}

const themeColour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "gray";

/** Returns the picture as a separate document, independent of the page's colours and fonts. */
function standAlone(picture: SVGSVGElement): SVGElement {
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
  copy.prepend(groundOf(themeColour("--color-surface")));
  return copy;
}

/** Uses a rectangle, because the page's policy forbids inline styles. */
function groundOf(colour: string): Element {
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const box = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, fill: colour };
  for (const [name, value] of Object.entries(box)) ground.setAttribute(name, String(value));
  return ground;
}

const toSvg = (copy: SVGElement) =>
  new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });

/** The page's policy forbids images that it creates itself, so the canvas is painted part by part. */
async function toPng(copy: SVGElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * HALF * SCALE;
  canvas.height = 2 * HALF * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw images");
  context.scale(SCALE, SCALE);
  context.translate(HALF, HALF);
  paintSvg(context, copy, getComputedStyle(document.body).fontFamily);
  return await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty"))), "image/png");
  });
}
