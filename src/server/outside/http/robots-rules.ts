import robotsParser from "robots-parser";

const AGENT = "StackLoop";

export interface RobotsQuestion {
  /** Address of the robots.txt, followed by its content. */
  url: string;
  text: string;
  /** Address to read. */
  address: string;
}

/** True if a robots.txt allows this program to read an address. Thousands of wildcard rules take seconds. */
export function isAllowedByRobots({ url, text, address }: RobotsQuestion): boolean {
  // An HTML page instead of the file contains no rules.
  const rules = robotsParser(url, /^\s*</u.test(text) ? "" : text);
  return rules.isAllowed(address, AGENT) !== false;
}
