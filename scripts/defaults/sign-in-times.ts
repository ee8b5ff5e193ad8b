import { median } from "../bench/load.ts";
import type { Product } from "./product.ts";

/** Under the limit of failures for one address, and with a name for each few, under that for one name. */
const PAIRS = 40;
const PER_NAME = 8;

interface Times {
  /** Medians in milliseconds. */
  known: number;
  unknown: number;
  /** How far they are apart, as a share of the longer one. */
  difference: number;
}

/** Signs in with wrong passwords, in turns under a name that exists and one that does not. */
export async function compareTimes({ signUp, call }: Product): Promise<Times> {
  const known: number[] = [];
  const unknown: number[] = [];
  const attempt = async (username: string, times: number[]) => {
    const start = performance.now();
    await call("POST", "/api/login", { body: { username, password: "not-it" } });
    times.push(performance.now() - start);
  };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const name = `person${Math.floor(pair / PER_NAME)}`;
    if (pair % PER_NAME === 0) await signUp(name);
    const tries = [() => attempt(name, known), () => attempt(`no-${name}`, unknown)];
    // Each comes first as often as the other.
    for (const tryOne of pair % 2 === 0 ? tries : tries.toReversed()) await tryOne();
  }
  const medians = [median(known), median(unknown)] as const;
  return {
    known: medians[0],
    unknown: medians[1],
    difference: Math.abs(medians[0] - medians[1]) / Math.max(...medians),
  };
}
