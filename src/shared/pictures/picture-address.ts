/** Where pictures of other sites are served from: readers' browsers ask this server alone. */
export const PICTURES_PATH = "/pictures";

/** What an image's address is to be shown by: a path of ours as it is, a web address through this server. */
export const pictureSrc = (address: string): string =>
  /^https?:/iu.test(address) ? `${PICTURES_PATH}?url=${encodeURIComponent(address)}` : address;
