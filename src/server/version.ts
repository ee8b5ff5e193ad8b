import packageFile from "#package" with { type: "json" };

/** StackLoop's own version. */
export const VERSION: string = packageFile.version;
