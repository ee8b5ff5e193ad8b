import robotsParser from "robots-parser";

const AGENT = "StackLoop";

export interface RobotsQuestion {
  /** Address and content of the robots.txt. */
  url: string;
  text: string;
  /** Address to read. */
  address: string;
}

/** True if a robots.txt allows this program to read an address. Takes seconds for thousands of wildcard rules. */
export function isAllowedByRobots({ url, text, address }: RobotsQuestion): boolean {
  // An HTML page in place of the file contains no rules.
  const rules = robotsParser(url, /^\s*</u.test(text) ? "" : text);
  return rules.isAllowed(address, AGENT) !== false;
}
