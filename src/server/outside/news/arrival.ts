/** Bytes that came from outside, with what is known of them. */
export interface Arrival {
  bytes: Uint8Array;
  contentType?: string | null | undefined;
  /** Where they came from: relative addresses in them are meant from there. */
  url: string;
  now: Date;
}
