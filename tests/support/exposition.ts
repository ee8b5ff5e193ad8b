/** A number of a metric at one moment, with its labels. */
interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Content of `/metrics`: the type of each metric, and every number. */
export interface Exposition {
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
  /** The one number of a metric with exactly these labels, if there is one. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HELP = new RegExp(`^# HELP ${NAME} \\S.*$`, "u");
const TYPE = new RegExp(`^# TYPE (?<name>${NAME}) (?<type>counter|gauge|histogram|summary|untyped)$`, "u");
const LABEL = /(?<name>[a-zA-Z_]\w*)="(?<value>(?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gu;
const SAMPLE = new RegExp(
  `^(?<name>${NAME})(?:\\{(?<labels>.+)\\})? (?<value>[+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)$`,
  "u",
);
/** What a histogram or a summary adds to its name. */
const SUFFIX = /_(?:bucket|sum|count)$/u;

/**
 * Parses the text format of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format). Throws for an invalid line, a
 * metric without its type, and a duplicate.
 */
export function readExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  for (const line of text.split("\n").filter((one) => one !== "" && !HELP.test(one))) {
    const { name = "", type } = TYPE.exec(line)?.groups ?? {};
    if (type === undefined) {
      const sample = readSample(line);
      if (!types.has(sample.name) && !types.has(sample.name.replace(SUFFIX, "")))
        throw new Error(`${sample.name} has no type`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
      if (seen.has(key)) throw new Error(`${key} stands there twice`);
      seen.add(key);
      samples.push(sample);
    } else if (types.has(name)) throw new Error(`${name} has two types`);
    else types.set(name, type);
  }
  return {
    types,
    samples,
    value: (name, labels = {}) =>
      samples.find((sample) => sample.name === name && isEqual(sample.labels, labels))?.value,
  };
}

function readSample(line: string): Sample {
  const { name, labels = "", value } = SAMPLE.exec(line)?.groups ?? {};
  if (name === undefined || value === undefined) throw new Error(`no line of the text format: ${line}`);
  const pairs = [...labels.matchAll(LABEL)];
  if (pairs.map(([text]) => text).join("") !== labels) throw new Error(`odd labels: ${line}`);
  return {
    name,
    labels: Object.fromEntries(pairs.map(({ groups }) => [groups?.["name"] ?? "", groups?.["value"] ?? ""])),
    value: Number(value.replace("Inf", "Infinity")),
  };
}

const isEqual = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(other).every(([name, value]) => one[name] === value);
