import { isHiddenPath } from "./source-file.ts";

declare module "jszip" {
  interface JSZipObject {
    /** Documented, and missing in the types of 3.10. */
    internalStream(type: "uint8array"): JSZipStreamHelper<Uint8Array>;
  }
}

/** A file of an archive, unpacked. */
interface UnpackedFile {
  path: string;
  bytes: Uint8Array;
}

export type Unpacking = { ok: true; files: UnpackedFile[] } | { ok: false; message: string };

/** How much an archive may hold: what it says of itself is not believed, what comes out is counted. */
const LIMITS = { files: 10_000, megabytes: 50 };

const refused = (message: string): Unpacking => ({ ok: false, message });

/** Unpacks the files of a zip archive that are wanted, in the order of their paths. */
export async function unzip(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
  limits = LIMITS,
): Promise<Unpacking> {
  // Large, and needed for archives only.
  const { default: jszip } = await import("jszip");
  let entries;
  try {
    const archive = await jszip.loadAsync(bytes);
    entries = Object.values(archive.files);
  } catch {
    return refused("Couldn't read this zip file. It may be damaged or password-protected");
  }
  if (entries.length > limits.files) {
    return refused(
      `This zip file contains more than ${limits.files.toLocaleString("en-US")} files. Split it into smaller ones.`,
    );
  }
  const files: UnpackedFile[] = [];
  let left = limits.megabytes * 1024 * 1024;
  const wanted = entries.filter(({ name, dir }) => !dir && !isHiddenPath(name) && isWanted(name));
  for (const entry of wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const unpacked = await unpack(entry, left);
    if (unpacked === "too large")
      return refused(
        `This zip file unpacks to more than ${limits.megabytes} MB. Split it into smaller ones.`,
      );
    if (unpacked === "damaged") return refused(`${entry.name} in this zip file is damaged`);
    left -= unpacked.length;
    files.push({ path: entry.name, bytes: unpacked });
  }
  return { ok: true, files };
}

/** Unpacks one file, and stops as soon as it grows beyond `limit` bytes. */
function unpack(
  entry: import("jszip").JSZipObject,
  limit: number,
): Promise<Uint8Array | "too large" | "damaged"> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const stream = entry.internalStream("uint8array");
    stream
      .on("data", (chunk) => {
        length += chunk.length;
        if (length <= limit) {
          chunks.push(chunk);
          return;
        }
        stream.pause();
        resolve("too large");
      })
      .on("error", () => resolve("damaged"))
      .on("end", () => resolve(joined(chunks, length)))
      .resume();
  });
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
