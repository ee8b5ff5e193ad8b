import { crc32, deflateSync } from "node:zlib";

const text = (value: string) => Buffer.from(value, "latin1");

function numbers(size: 2 | 4, isLittleEndian: boolean, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) {
    if (isLittleEndian) bytes.writeUIntLE(value, index * size, size);
    else bytes.writeUIntBE(value, index * size, size);
  }
  return bytes;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([text(type), data]);
  return Buffer.concat([numbers(4, false, [data.length]), named, numbers(4, false, [crc32(named)])]);
}

/** Colour types of a PNG. */
const GREY = 0;
const RGBA = 6;

const pngOf = (width: number, height: number, colour: number, rows: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", Buffer.concat([numbers(4, false, [width, height]), Buffer.from([8, colour, 0, 0, 0])])),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);

/** A grey PNG; a large one declares its size without its pixels. */
export function pngImage(width = 2, height = 2): Buffer {
  return pngOf(width, height, GREY, Buffer.alloc(Math.min((width + 1) * height, 10_000), 0));
}

/** A PNG of these rows: a zero, then red, green, blue and opacity of each pixel. */
export const rgbaImage = (width: number, height: number, rows: Buffer): Buffer =>
  pngOf(width, height, RGBA, rows);

/** A PNG with an exact number of bytes, filled with a text chunk. */
export function pngOfLength(length: number): Buffer {
  const image = pngImage();
  const end = image.subarray(-12);
  const comment = Buffer.concat([text("Comment\0"), Buffer.alloc(length - image.length - 20, "x")]);
  return Buffer.concat([image.subarray(0, -12), pngChunk("tEXt", comment), end]);
}

/** A black GIF of one frame, which can be larger than the canvas. */
export function gifImage(canvas: readonly number[] = [1, 1], frame: readonly number[] = [1, 1]): Buffer {
  return Buffer.concat([
    text("GIF89a"),
    numbers(2, true, canvas),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    numbers(2, true, frame),
    Buffer.from([0, 2, 2, 0x44, 0x01, 0, 0x3b]),
  ]);
}

/** A JPEG that ends after its frame header. */
export function jpegImage(width = 2, height = 2): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    text("JFIF\0"),
    Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0]),
    Buffer.from([0xff, 0xc0, 0, 11, 8]),
    numbers(2, false, [height, width]),
    Buffer.from([1, 1, 0x11, 0, 0xff, 0xd9]),
  ]);
}

const riff = (chunk: string, data: Buffer) =>
  Buffer.concat([
    text("RIFF"),
    numbers(4, true, [12 + data.length]),
    text(`WEBP${chunk}`),
    numbers(4, true, [data.length]),
    data,
  ]);

/** A lossless WebP that ends after its header. */
export const webpImage = (width = 2, height = 2): Buffer =>
  riff(
    "VP8L",
    Buffer.concat([
      Buffer.from([0x2f]),
      numbers(4, true, [(width - 1) | ((height - 1) << 14)]),
      Buffer.alloc(1),
    ]),
  );

/** A lossy WebP that ends after its header. */
export const lossyWebpImage = (width = 2, height = 2): Buffer =>
  riff(
    "VP8 ",
    Buffer.concat([Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a]), numbers(2, true, [width, height])]),
  );

/** A WebP with features (animation, transparency) that ends after its header. */
export function extendedWebpImage(width = 2, height = 2): Buffer {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return riff("VP8X", data);
}

const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([numbers(4, false, [8 + content.length]), text(type), content]);
};

/** An AVIF with its properties, but without pixels. */
export function avifImage(width = 2, height = 2): Buffer {
  const version = Buffer.alloc(4);
  const size = box("ispe", version, numbers(4, false, [width, height]));
  return Buffer.concat([
    box("ftyp", text("avif"), version, text("avifmif1miaf")),
    box("meta", version, box("iprp", box("ipco", size))),
    box("mdat", Buffer.alloc(4)),
  ]);
}

/** A drawing with the given content. */
export const svgImage = (inside = '<circle cx="5" cy="5" r="4" fill="#2563eb"/>'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">${inside}</svg>`,
  );

/** An icon file with these pictures: PNGs, or bitmaps of `iconBitmap`. */
export function icoImage(...pictures: readonly Buffer[]): Buffer {
  let start = 6 + 16 * pictures.length;
  const directory = pictures.map((picture) => {
    const entry = Buffer.concat([
      Buffer.alloc(4),
      numbers(2, true, [1, 32]),
      numbers(4, true, [picture.length, start]),
    ]);
    start += picture.length;
    return entry;
  });
  return Buffer.concat([numbers(2, true, [0, 1, pictures.length]), ...directory, ...pictures]);
}

interface Bitmap {
  width: number;
  height: number;
  bitsPerPixel: number;
  /** Blue, green, red and zero, one after the other. */
  palette?: readonly number[];
  /** The bytes of each row, from the bottom up, each filled up to four bytes. */
  colours: readonly (readonly number[])[];
  /** The same for the mask, of one bit a pixel: 1 is transparent. */
  mask?: readonly (readonly number[])[];
}

/** A bitmap in the format of an icon file: a header with twice its height, colours, and a mask. */
export function iconBitmap({
  width,
  height,
  bitsPerPixel,
  palette = [],
  colours,
  mask = [],
}: Bitmap): Buffer {
  return Buffer.concat([
    numbers(4, true, [40, width >>> 0, (height * 2) >>> 0]),
    numbers(2, true, [1, bitsPerPixel]),
    numbers(4, true, [0, 0, 0, 0, palette.length / 4, 0]),
    Buffer.from([...palette, ...colours.flat(), ...mask.flat()]),
  ]);
}
