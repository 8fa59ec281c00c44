/**
 * The server of a component test: answers the routes that the test names. Requests and answers are validated against
 * the contract, so no screen is tested with data that the real server could not send.
 */
import type { BodyOf, ErrorResponse, ParamsOf, QueryOf, ResponseOf, Route } from '@anticipa/contract/route';
import type { ErrorCode } from '@anticipa/domain/errors';

/** One call as the server received it. */
export interface Received<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The bytes of a route that consumes them. */
  readonly file: Blob | null;
  readonly idempotencyKey: string | null;
  /** Whether the call completes even if the page is closed. */
  readonly keepalive: boolean;
}

/** A refusal; the user reads the message. */
export class Refusal {
  readonly status: number;
  readonly error: ErrorResponse['error'];

  constructor(status: number, code: ErrorCode, message: string, details: ErrorResponse['error']['details'] = []) {
    this.status = status;
    this.error = { code, message, details, requestId: 'test' };
  }
}

type Answer<R extends Route> = ResponseOf<R> | Refusal | Response;
type Respond<R extends Route> = (call: Received<R>) => Answer<R> | Promise<Answer<R>>;
type Handler = (url: URL, init: RequestInit) => Promise<Response>;

const handlers: { readonly method: string; readonly path: RegExp; readonly handle: Handler }[] = [];
const missing: string[] = [];

/** Calls since the last `forgetAnswers` without an answer. */
export const unanswered = (): readonly string[] => missing;

export function forgetAnswers(): void {
  handlers.length = 0;
  missing.length = 0;
}

const json = (status: number, content: unknown): Response => Response.json(content, { status });

/**
 * `answer(route).with(…)` answers a route until the test ends; the latest one wins. Returns a growing list of the calls
 * received. A `Response` is passed on unchanged, for files and streams; a rejection simulates a failed network.
 */
export const answer = <R extends Route>(route: R) => ({
  with: (respond: Respond<R>): readonly Received<R>[] => listenTo(route, respond),
});

function listenTo<R extends Route>(route: R, respond: Respond<R>): readonly Received<R>[] {
  const calls: Received<R>[] = [];
  const path = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const handle: Handler = async (url, init) => {
    const placeholders = Object.entries(path.exec(url.pathname)?.groups ?? {});
    const received = {
      params: route.params?.parse(Object.fromEntries(placeholders.map(([name, at]) => [name, decodeURIComponent(at)]))),
      query: route.query?.parse(Object.fromEntries(url.searchParams)),
      body: route.body?.parse(typeof init.body === 'string' ? JSON.parse(init.body) : init.body),
      file: init.body instanceof Blob ? init.body : null,
      idempotencyKey: new Headers(init.headers).get('idempotency-key'),
      keepalive: init.keepalive ?? false,
    } as Received<R>;
    calls.push(received);
    const response = await respond(received);
    if (response instanceof Response) return response;
    if (response instanceof Refusal) return json(response.status, { error: response.error });
    return json(200, route.response?.parse(response));
  };
  handlers.unshift({ method: route.method, path, handle });
  return calls;
}

/** `fetch` of the page under test. */
export const receive: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  const method = init.method ?? 'GET';
  const found = handlers.find((handler) => handler.method === method && handler.path.test(url.pathname));
  if (found) return await found.handle(url, init);
  missing.push(`${method} ${url.pathname}`);
  throw new TypeError(`${method} ${url.pathname} has no answer in this test`);
};
