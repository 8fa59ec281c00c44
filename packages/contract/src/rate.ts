/** Rate-limit bucket; the server defines the limits. */
export type RateClass = 'login' | 'read' | 'write' | 'upload' | 'stream' | 'report';

/** The rate-limit bucket of a route: unless it names one, `read` for GET and `write` for other methods. */
export const rateOf = (route: { readonly method: string; readonly rate?: RateClass }): RateClass =>
  route.rate ?? (route.method === 'GET' ? 'read' : 'write');
