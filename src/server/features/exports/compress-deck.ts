import { deflateRawSync } from "node:zlib";

import { Zip, ZipPassThrough } from "fflate";

/** Number of the method in an archive (APPNOTE.TXT, 4.4.5). */
const DEFLATE = 8;

class DeflatedFile extends ZipPassThrough {
  override readonly compression = DEFLATE;

  protected override process(bytes: Uint8Array<ArrayBuffer>, isFinal: boolean): void {
    this.ondata(null, deflateRawSync(bytes), isFinal);
  }
}

/** An archive of parts, compressed by Node's own zlib, which takes a third of the time of the library that writes decks. */
export function compressDeck(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, bytes] of parts) {
    const file = new DeflatedFile(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
