export interface ImageSize {
  width: number;
  height: number;
}

type SizeReader = (data: DataView) => ImageSize | null;

const textAt = (data: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => data.getUint8(at + offset)));

const pngSize: SizeReader = (data) =>
  textAt(data, 12) === "IHDR" ? { width: data.getUint32(16), height: data.getUint32(20) } : null;

/** Scans the segments for the frame header, which contains the size. */
const jpegSize: SizeReader = (data) => {
  for (let at = 2; data.getUint8(at) === 0xff;) {
    const marker = data.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2);
  }
  return null;
};

/** Returns the size of the canvas. Frames that exceed the canvas extend it. */
const gifSize: SizeReader = (data) => {
  const size = { width: data.getUint16(6, true), height: data.getUint16(8, true) };
  const colorTable = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + colorTable(data.getUint8(10));
  // The picture ends at the first block that is neither an extension nor a frame, as in browsers.
  while (at + 10 <= data.byteLength && [0x21, 0x2c].includes(data.getUint8(at))) {
    if (data.getUint8(at) === 0x2c) {
      size.width = Math.max(size.width, data.getUint16(at + 1, true) + data.getUint16(at + 5, true));
      size.height = Math.max(size.height, data.getUint16(at + 3, true) + data.getUint16(at + 7, true));
      at += 11 + colorTable(data.getUint8(at + 9));
    } else at += 2;
    while (at < data.byteLength && data.getUint8(at) !== 0) at += 1 + data.getUint8(at);
    at += 1;
  }
  return size;
};

const webpSize: SizeReader = (data) => {
  const uint24At = (at: number) => data.getUint16(at, true) + data.getUint8(at + 2) * 2 ** 16;
  switch (textAt(data, 12)) {
    case "VP8X": {
      return { width: 1 + uint24At(24), height: 1 + uint24At(27) };
    }
    case "VP8L": {
      const bits = data.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case "VP8 ": {
      return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
    }
    default: {
      return null;
    }
  }
};

/** Boxes around the sizes, outermost first. */
const AVIF_PATH = ["meta", "iprp", "ipco"];

/** Returns the largest size in the file: of the picture, its tiles and its thumbnails. */
const avifSize: SizeReader = (data) => {
  const sizes: ImageSize[] = [];
  const readBoxes = (from: number, to: number, level: number) => {
    for (let at = from; at + 8 <= to;) {
      const shortLength = data.getUint32(at);
      const type = textAt(data, at + 4);
      const content = at + (shortLength === 1 ? 16 : 8);
      const end = at + (shortLength === 1 ? Number(data.getBigUint64(at + 8)) : shortLength || to - at);
      if (end < content) return;
      // The outermost box begins with its version.
      if (type === AVIF_PATH[level]) readBoxes(content + (level === 0 ? 4 : 0), Math.min(to, end), level + 1);
      if (type === "ispe")
        sizes.push({ width: data.getUint32(content + 4), height: data.getUint32(content + 8) });
      at = end;
    }
  };
  readBoxes(0, data.byteLength, 0);
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
};

const SIZE_READERS = new Map<string, SizeReader>([
  ["image/png", pngSize],
  ["image/jpeg", jpegSize],
  ["image/gif", gifSize],
  ["image/webp", webpSize],
  ["image/avif", avifSize],
]);

/** Reads width and height from the header, without decoding the picture. Returns null for an invalid header. */
export function readImageSize(bytes: Uint8Array, mediaType: string): ImageSize | null {
  try {
    const size = SIZE_READERS.get(mediaType)?.(
      new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ended inside its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
