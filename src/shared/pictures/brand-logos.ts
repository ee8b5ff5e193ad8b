/** Where the marks of well-known tools are served. */
const FOLDER = "/brand-logos/";
const ADDRESS = new RegExp(`^${FOLDER}([a-z0-9-]+)\\.svg$`, "u");

/** The address on this server of the mark of that name. */
export const brandLogoAddress = (name: string): string => `${FOLDER}${name}.svg`;

/** The name in an address such as `/brand-logos/claude-color.svg`; undefined for other addresses. */
export const brandLogoName = (address: string): string | undefined => ADDRESS.exec(address)?.[1];
