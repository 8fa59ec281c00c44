/**
 * Zod compiles schemas with `new Function` if it can. The Content-Security-Policy forbids it and reports even the
 * attempt; this is zod's own switch, set without loading zod.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
