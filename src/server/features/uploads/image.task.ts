import type { ImageExtension } from "#shared/pictures/image-rules.ts";

import { findImageIssue } from "./image-check.ts";

/** What speaks against storing an upload; see findImageIssue. */
export const checkImage = ({ bytes, extension }: { bytes: Uint8Array; extension: ImageExtension }) =>
  findImageIssue(bytes, extension);
