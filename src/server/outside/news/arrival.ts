/** Bytes received from outside, with their metadata. */
export interface Arrival {
  bytes: Uint8Array;
  contentType?: string | null | undefined;
  /** Source address. Relative addresses in the bytes are resolved against it. */
  url: string;
  now: Date;
}
