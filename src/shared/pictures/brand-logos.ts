/** Path of the logos of well-known tools. */
const FOLDER = "/brand-logos/";
const ADDRESS = new RegExp(`^${FOLDER}([a-z0-9-]+)\\.svg$`, "u");

/** Returns the address of the logo with this name on this server. */
export const brandLogoAddress = (name: string): string => `${FOLDER}${name}.svg`;

/** Returns the name from an address such as `/brand-logos/claude-color.svg`, or undefined for other addresses. */
export const brandLogoName = (address: string): string | undefined => ADDRESS.exec(address)?.[1];
