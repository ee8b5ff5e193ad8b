import { z } from "zod";

// Zod tries whether it may compile schemas with `new Function`. The page's content security policy does not allow it,
// and every browser would report the attempt as a violation.
z.config({ jitless: true });
