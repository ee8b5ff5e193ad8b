import { beforeAll, describe, expect, test } from "vitest";

import type { Access } from "#server/access.ts";
import { factsOf, procedureNames } from "#server/rest/procedures.ts";
import { routes } from "#server/rest/routes.ts";
import { restClient, type RestClient, signedUp } from "#tests/support/rest-client.ts";
import { signedUpAdmin, testServer } from "#tests/support/test-app.ts";
