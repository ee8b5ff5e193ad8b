import { z } from "zod";

// Zod tests if it may compile schemas with `new Function`. The page's content security policy forbids it, and every
// browser would report a violation. In the browser this file replaces zod (vite.config.ts), so that the setting
// applies before any schema is created.
z.config({ jitless: true });

export { z } from "zod";
