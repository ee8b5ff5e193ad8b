import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { VARIABLES } from "#server/config/config-table.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Variables of glibc, the executable file and the image of PostgreSQL. */
const OTHERS = ["MALLOC_ARENA_MAX", "XDG_CACHE_HOME", "POSTGRES_PASSWORD"];
const known = [...Object.values(VARIABLES).map(({ name }) => name), ...OTHERS];

interface Container {
  name: string;
  ports: { name: string }[];
  volumeMounts: { name: string }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string } } }[];
  envFrom: { secretRef: { name: string } }[];
  readinessProbe: { httpGet?: object };
  securityContext: { readOnlyRootFilesystem?: boolean };
}

const manifests = ["kubernetes.yaml", "kubernetes-postgresql.yaml"].flatMap((file) =>
  parseAllDocuments(textOf(`docs/deploy/${file}`)).map((document) => document.toJS({ maxAliasCount: 0 })),
);
const manifestOf = (kind: string) => manifests.find((each) => each.kind === kind);
const containerOf = (kind: string): Container => manifestOf(kind).spec.template.spec.containers[0];

const namesIn = (text: string) => [...text.matchAll(/\b([A-Z][A-Z_]*)=/gu)].map(([, name]) => name);

test("Dockerfile, compose.yaml and the examples set only known variables", () => {
  const environmentOf = (file: string) => Object.keys(parse(textOf(file)).services.stackloop.environment);
  const inImage = /^ENV (?:.*\\\n)*.*$/mu.exec(textOf("Dockerfile"))?.[0] ?? "";
  const named = {
    Dockerfile: namesIn(inImage),
    "compose.yaml": environmentOf("compose.yaml"),
    "stackloop.service": [...textOf("docs/deploy/stackloop.service").matchAll(/^Environment=(\w+)/gmu)].map(
      ([, name]) => name,
    ),
    "nginx.conf": namesIn(textOf("docs/deploy/nginx.conf")),
    Caddyfile: namesIn(textOf("docs/deploy/Caddyfile")),
    "nas.yaml": environmentOf("docs/deploy/nas.yaml"),
    "kubernetes.yaml": containerOf("Deployment").env.map(({ name }) => name),
    "scale.md": namesIn(textOf("docs/scale.md")),
  };
  for (const names of Object.values(named)) {
    expect(names).not.toEqual([]);
    for (const name of names) expect(known).toContain(name);
  }
});

test("the parts of the Kubernetes example refer to each other", () => {
  for (const kind of ["Deployment", "StatefulSet"]) {
    const { spec } = manifestOf(kind);
    const { labels } = spec.template.metadata;
    expect(spec.selector.matchLabels).toEqual(labels);
    const { name, ports, volumeMounts } = containerOf(kind);
    const service = manifests.find((each) => each.kind === "Service" && each.metadata.name === name);
    expect(service?.spec.selector).toEqual(labels);
    expect(service?.spec.ports[0].targetPort).toBe(ports[0]?.name);
    const volumes =
      spec.template.spec.volumes ??
      spec.volumeClaimTemplates.map((claim: { metadata: object }) => claim.metadata);
    expect(volumes.map((volume: { name: string }) => volume.name)).toEqual(
      volumeMounts.map((each) => each.name),
    );
  }
  expect(manifestOf("PodDisruptionBudget").spec.selector).toEqual(manifestOf("Deployment").spec.selector);
  const [rule] = manifestOf("Ingress").spec.rules;
  expect(rule.http.paths[0].backend.service).toEqual({ name: "stackloop", port: { name: "http" } });
  const { env, envFrom, readinessProbe, securityContext } = containerOf("Deployment");
  expect(env).toContainEqual({ name: "PUBLIC_URL", value: `https://${rule.host}` });
  expect(readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
  expect(securityContext.readOnlyRootFilesystem).toBe(true);
  const guide = textOf("docs/install.md");
  const secrets = [
    envFrom[0]?.secretRef.name,
    containerOf("StatefulSet").env[2]?.valueFrom?.secretKeyRef.name,
  ];
  for (const secret of secrets) expect(guide).toContain(`create secret generic ${secret} --from-literal=`);
});

test("the upstream for several processes fits the nginx example", () => {
  const upstreamIn = (text: string) => /^upstream \w+ \{.*?^\}$/msu.exec(text)?.[0] ?? "";
  const linesOf = (upstream: string) => upstream.split("\n").map((line) => line.trim());
  const example = textOf("docs/deploy/nginx.conf");
  const one = linesOf(upstreamIn(example));
  const several = linesOf(upstreamIn(textOf("docs/scale.md")));
  for (const line of one.filter((text) => !text.startsWith("server "))) expect(several).toContain(line);
  const servers = several.filter((line) => line.startsWith("server "));
  expect(new Set(servers).size).toBe(3);
  // nginx refuses two shared memories with one name.
  const zone = several.find((line) => line.startsWith("zone "))?.split(" ")[1];
  expect(example).not.toContain(`shared:${zone}:`);
});

test("the command for a unit of several processes finds its line", () => {
  expect(textOf("docs/scale.md")).toContain("sed 's|^ExecStart=.*|ExecStart=/usr/bin/env PORT=%i ");
  const [, command] = /^ExecStart=(.*)$/mu.exec(textOf("docs/deploy/stackloop.service")) ?? [];
  expect(textOf("docs/scale.md")).toContain(`PORT=%i ${command}|`);
});

test("the image is built with the Node.js that StackLoop brings", () => {
  expect(/^FROM node:(\d+)-/mu.exec(textOf("Dockerfile"))?.[1]).toBe(textOf(".nvmrc").trim());
});

test("compose.yaml uses the database of .env, or a file in its volume", () => {
  const { working_dir, environment, volumes } = parse(textOf("compose.yaml")).services.stackloop;
  expect(environment["DATABASE_URL"]).toBe("${DATABASE_URL:-file:/data/stackloop.db}");
  // The line of .env.example names the same file.
  expect(join(working_dir, VARIABLES.databaseUrl.default.replace("file:", ""))).toBe("/data/stackloop.db");
  expect(volumes).toContain("data:/data");
});

test("the service for PostgreSQL in compose.yaml can be uncommented, and matches scale.md", () => {
  const text = textOf("compose.yaml").replaceAll(/^ {2}# (?=postgresql:| )/gmu, "  ");
  const { services, volumes } = parse(text);
  expect(services.postgresql).toMatchObject({
    image: expect.stringMatching(/^postgres:\d+$/u),
    volumes: ["postgresql:/var/lib/postgresql/data"],
  });
  expect(Object.keys(volumes)).toContain("postgresql");
  expect(textOf("docs/scale.md")).toContain(
    "DATABASE_URL=postgres://stackloop:PASSWORD@postgresql:5432/stackloop",
  );
});
