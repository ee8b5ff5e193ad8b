import { sections } from "#client/features/home/sections.ts";

/** Every address of the product; any other is not found. */
export const paths = ["/", ...sections.map(({ path }) => path), "/account"];
