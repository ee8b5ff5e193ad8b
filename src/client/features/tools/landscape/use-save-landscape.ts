import { useState } from "react";

import { logFailure } from "#client/api/errors.ts";
import { saveBlob } from "#client/features/exports/use-export.ts";
import { longFormDate } from "#client/format/dates.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { pictureSrc } from "#shared/pictures/brand-logos.ts";
import type { Landscape } from "#shared/tools/landscape.ts";

import { layOut } from "./landscape-layout.ts";
import { drawLandscape } from "./landscape-picture.ts";
import type { Zoom } from "./landscape-zoom.ts";

const FILE_NAME = "ai-landscape.png";
const LOADING_TIME = 5000;

/** Draws the shown landscape and saves it as a picture. */
export function useSaveLandscape() {
  const toast = useToast();
  const [isPending, setPending] = useState(false);

  async function run(landscape: Landscape, zoom: Zoom) {
    setPending(true);
    try {
      const layout = layOut(landscape, zoom);
      const images = await loadImages(layout.tools.map(({ tool }) => tool.logoUrl));
      const count = landscape.rows.reduce((sum, { industry }) => sum + industry.count, 0);
      const subtitle = `${count} tools · ${longFormDate(new Date().toISOString())}`;
      saveBlob(await toPng(drawLandscape({ title: "AI Landscape", subtitle, layout, images })), FILE_NAME);
      toast.success("Export Successful", `Saved as ${FILE_NAME}`);
    } catch (error) {
      logFailure("Couldn't draw the landscape", error);
      toast.failure("Export Failed", "There was an error exporting your data. Please try again.");
    } finally {
      setPending(false);
    }
  }

  return { isPending, run };
}

/** Loads images. All come from this server, so that the canvas remains readable. */
async function loadImages(addresses: readonly (string | null)[]): Promise<Map<string, HTMLImageElement>> {
  const given = [...new Set(addresses)].filter((address) => address !== null);
  const images = new Map<string, HTMLImageElement>();
  await Promise.all(
    given.map(async (address) => {
      const image = new Image();
      image.src = pictureSrc(address);
      const isThere = await Promise.race([
        image.decode().then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), LOADING_TIME);
        }),
      ]);
      if (isThere) images.set(address, image);
    }),
  );
  return images;
}

const toPng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty"))), "image/png");
  });
