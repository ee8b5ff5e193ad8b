import { z } from "zod";

// Prevents zod from testing if it may compile schemas with `new Function`. The content security policy forbids that,
// and every browser would report a violation. In the browser, vite.config.ts replaces zod with this file, so that the
// setting applies before any schema is created.
z.config({ jitless: true });

export { z } from "zod";
