/** Path of other sites' pictures, so that browsers contact only this server. */
export const PICTURES_PATH = "/pictures";

/** Returns the address from which to show an image: our own path, or a web address through this server. */
export const pictureSrc = (address: string): string =>
  /^https?:/iu.test(address) ? `${PICTURES_PATH}?url=${encodeURIComponent(address)}` : address;
