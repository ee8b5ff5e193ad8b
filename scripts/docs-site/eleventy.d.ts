/** The parts of Eleventy that the documentation site uses; the package has no types. */
declare module "@11ty/eleventy" {
  interface EleventyConfig {
    setLibrary(name: "md", library: unknown): void;
    addTemplate(name: string, content: string | ((data: never) => string), data?: object): void;
  }
  interface EleventyOptions {
    quietMode: boolean;
    configPath: false;
    config: (config: EleventyConfig) => object;
  }
  export class Eleventy {
    constructor(input: string, output: string, options: EleventyOptions);
    disableLogger(): void;
    write(): Promise<void>;
  }
}
