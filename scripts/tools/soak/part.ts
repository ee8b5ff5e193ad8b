/** What a part of the soak test found. */
export interface Findings {
  /** What was seen, a line each. */
  figures: string[];
  /** What did not hold, a sentence each; none, and the part has passed. */
  failures: string[];
}

/** What a part is given. */
export interface Surroundings {
  /** An empty folder, which is gone afterwards. */
  folder: string;
  /** How long the mixed load goes on. */
  minutes: number;
  /** Prints a line while the part is at work. */
  say(line: string): void;
}

/** One part of the soak test. */
export interface Part {
  /** What it is called on the command line. */
  name: string;
  about: string;
  run(surroundings: Surroundings): Promise<Findings>;
}

/** The sentences of those statements that are false. */
export const failuresOf = (statements: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(statements)
    .filter(([, holds]) => !holds)
    .map(([sentence]) => `not true: ${sentence}`);
