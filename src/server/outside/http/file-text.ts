import { analyse } from "chardet";

import { decodeFile, type DecodedText, type TextDecoding } from "#shared/imports/files/text-decoding.ts";

const decoding: TextDecoding = {
  decode: (bytes, encoding, isStrict) => new TextDecoder(encoding, { fatal: isStrict }).decode(bytes),
  detect: async (sample) => analyse(sample).map(({ name, confidence }) => ({ encoding: name, confidence })),
};

/** Decodes a file's bytes in the chosen or detected encoding. */
export const textOfFile = (bytes: Uint8Array, encoding?: string): Promise<DecodedText> =>
  decodeFile(bytes, decoding, encoding);
