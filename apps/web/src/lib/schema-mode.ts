/**
 * Zod compiles its schemas with `new Function` where it may. The Content-Security-Policy forbids that, and even asking
 * is reported as a violation; this is zod's own switch, set before any schema is made and without loading zod.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
