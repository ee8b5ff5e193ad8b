import { z } from "zod";

// Zod tries whether it may compile schemas with `new Function`. The page's content security policy does not allow it,
// and every browser would report the attempt as a violation. In the browser this file stands in for zod (vite.config.ts),
// so that no schema is made before it holds.
z.config({ jitless: true });

export { z } from "zod";
