import { deflateRawSync } from "node:zlib";

import { unzipSync, Zip, ZipPassThrough } from "fflate";

/** Number of the method in an archive (APPNOTE.TXT, 4.4.5). */
const DEFLATE = 8;

class DeflatedFile extends ZipPassThrough {
  override readonly compression = DEFLATE;

  protected override process(bytes: Uint8Array<ArrayBuffer>, isFinal: boolean): void {
    this.ondata(null, deflateRawSync(bytes), isFinal);
  }
}

/**
 * Compresses an archive whose files only stand in it, by Node's own zlib: what makes decks compresses by JavaScript,
 * which took two thirds of all the time that a deck took.
 */
export function compressDeck(stored: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, bytes] of Object.entries(unzipSync(stored))) {
    const file = new DeflatedFile(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
