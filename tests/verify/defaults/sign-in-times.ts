import { median } from "#tests/support/built/load.ts";

import type { Product } from "./product.ts";

/** Fewer than the failures allowed for one address. Each name is used fewer times than one name may fail. */
const PAIRS = 40;
const PER_NAME = 8;

interface Times {
  /** Medians in milliseconds. */
  known: number;
  unknown: number;
  /** The difference, as a share of the longer one. */
  difference: number;
  /** The probability that chance alone separates two such rows of times this far. */
  probability: number;
}

/** Signs in with wrong passwords, alternating between an existing and an unknown name. */
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
    // Each comes first equally often.
    for (const tryOne of pair % 2 === 0 ? tries : tries.toReversed()) await tryOne();
  }
  const medians = [median(known), median(unknown)] as const;
  return {
    known: medians[0],
    unknown: medians[1],
    difference: Math.abs(medians[0] - medians[1]) / Math.max(...medians),
    probability: mannWhitney(known, unknown),
  };
}

/**
 * The two-sided p-value of the Mann–Whitney U test, by its normal approximation, which is good from 20 values a side on
 * (https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test).
 */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const u = one.reduce((sum, value) => sum + other.filter((against) => against < value).length, 0);
  const pairs = one.length * other.length;
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
  return 2 * (1 - normalDistribution(Math.abs(u - pairs / 2) / deviation));
}

/** The share of a normal distribution up to z ≥ 0 (Abramowitz and Stegun 26.2.17, to 7.5e-8). */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const factors = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  const sum = factors.reduceRight((rest, factor) => (rest + factor) * t, 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
