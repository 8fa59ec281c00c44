/** A separate client address for each worker: the portal limits sign-ins by address. */
export const workerHeaders = { 'x-forwarded-for': `198.51.100.${1 + Number(process.env.TEST_WORKER_INDEX ?? 0)}` };
