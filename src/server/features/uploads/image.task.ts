import type { ImageExtension } from "#shared/pictures/image-rules.ts";

import { findImageIssue } from "./image-check.ts";

/** Returns why an upload can't be stored; see findImageIssue. */
export const checkImage = ({ bytes, extension }: { bytes: Uint8Array; extension: ImageExtension }) =>
  findImageIssue(bytes, extension);
