import packageFile from "#package" with { type: "json" };

/** Version of StackLoop. */
export const VERSION: string = packageFile.version;
