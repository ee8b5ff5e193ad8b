export interface Picture {
  mediaType: "image/png" | "image/jpeg" | "image/gif";
  width: number;
  height: number;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

function pngSize(bytes: Uint8Array) {
  return bytes.length < 24 ? null : { width: view(bytes).getUint32(16), height: view(bytes).getUint32(20) };
}

function gifSize(bytes: Uint8Array) {
  return bytes.length < 10
    ? null
    : { width: view(bytes).getUint16(6, true), height: view(bytes).getUint16(8, true) };
}

/** Walks the segments of a JPEG to the frame header, the one that knows the size. */
function jpegSize(bytes: Uint8Array) {
  const data = view(bytes);
  for (let at = 2; at + 9 <= bytes.length && data.getUint8(at) === 0xff;) {
    const marker = data.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2);
  }
  return null;
}

function readPicture(bytes: Uint8Array) {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { mediaType: "image/png", size: pngSize(bytes) } as const;
  }
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) {
    return { mediaType: "image/gif", size: gifSize(bytes) } as const;
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) {
    return { mediaType: "image/jpeg", size: jpegSize(bytes) } as const;
  }
  return null;
}

/**
 * Kind and size of an image that every presentation program can show, read from its bytes.
 * Null for the rest: SVG, WebP and AVIF are not shown everywhere, and a broken file nowhere.
 */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const picture = readPicture(bytes);
  if (!picture?.size || picture.size.width === 0 || picture.size.height === 0) return null;
  return { mediaType: picture.mediaType, ...picture.size };
}
