import { gzipSync } from "node:zlib";

const BLOCK = 512;
/** npm's own date for the files of a package: the same files make the same tarball. */
const MODIFIED = new Date("1985-10-26T08:15:00Z").getTime() / 1000;

/** A gzipped tar file of files in a folder `package`, as npm makes it: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html. */
export function packTarball(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, bytes]) => [
    header(`package/${name}`, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function header(path: string, size: number): Buffer {
  if (path.length > 99) throw new Error(`${path} is too long for a tar header`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(path, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(MODIFIED, 12), 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
