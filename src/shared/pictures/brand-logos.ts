/** Path of other sites' pictures, so that browsers contact only this server. */
export const PICTURES_PATH = "/pictures";

/** Returns the address from which to show an image: our own path, or a web address through this server. */
export const pictureSrc = (address: string): string =>
  /^https?:/iu.test(address) ? `${PICTURES_PATH}?url=${encodeURIComponent(address)}` : address;

/** Path of the logos of well-known tools. */
const FOLDER = "/brand-logos/";
const ADDRESS = new RegExp(`^${FOLDER}([a-z0-9-]+)\\.svg$`, "u");

/** Returns the address of the logo with this name on this server. */
export const brandLogoAddress = (name: string): string => `${FOLDER}${name}.svg`;

/** Returns the name from an address such as `/brand-logos/claude-color.svg`, or undefined for other addresses. */
export const brandLogoName = (address: string): string | undefined => ADDRESS.exec(address)?.[1];
