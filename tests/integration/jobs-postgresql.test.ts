import { expect, test } from "vitest";

import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

test.each(["backup", "check"])(
  "the job %s, which needs a file, is neither listed nor started",
  async (name) => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "grace", "admin");
    const { call } = restClient(origin);
    const { body } = await call("GET", "/api/jobs", undefined, { cookie });
    expect(body.map((job: { name: string }) => job.name)).not.toContain(name);
    expect(await call("POST", "/trpc/jobs.start", { name }, { cookie })).toMatchObject({
      status: 400,
      body: { error: { message: "This job only runs on SQLite." } },
    });
  },
);
