import robotsParser from "robots-parser";

const AGENT = "StackLoop";

export interface RobotsQuestion {
  /** Where the robots.txt stands, and what is in it. */
  url: string;
  text: string;
  /** What is to be read. */
  address: string;
}

/** Whether a robots.txt allows this program to read an address. Thousands of rules with stars take seconds. */
export function isAllowedByRobots({ url, text, address }: RobotsQuestion): boolean {
  // A page in its place holds no rules.
  const rules = robotsParser(url, /^\s*</u.test(text) ? "" : text);
  return rules.isAllowed(address, AGENT) !== false;
}
