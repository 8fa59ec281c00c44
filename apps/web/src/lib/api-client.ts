/**
 * The only way to the server: a call is a route descriptor of the contract plus its input. Responses are typed by the
 * descriptor; the server has validated them against the same schema.
 */
import { pathOf } from '@anticipa/contract/path';
import { rateOf } from '@anticipa/contract/rate';
import type { ErrorResponse, ResponseOf, Route, SentBodyOf, SentParamsOf, SentQueryOf } from '@anticipa/contract/route';
import type { ErrorCode } from '@anticipa/domain/errors';

type Part<K extends string, T> = [T] extends [undefined] ? { readonly [P in K]?: never } : { readonly [P in K]: T };
export type CallInput<R extends Route> = Part<'params', SentParamsOf<R>> &
  Part<'query', SentQueryOf<R>> &
  Part<'body', SentBodyOf<R>> & {
    /** The bytes for a route that consumes them. */
    readonly file?: Blob;
    readonly idempotencyKey?: string;
    /** For a stream: the last event received. */
    readonly lastEventId?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    /** Completes after the page is closed; up to 64 kB. */
    readonly keepalive?: boolean;
    /** Sent while the page closes: completes afterwards and never prompts for a sign-in. */
    readonly leaving?: boolean;
    /** The version of the cached answer: if unchanged, the response is a 304 without content. */
    readonly knownVersion?: string;
  };

/** A route without its schemas and their library; the type checks it against the contract. */
export type Address<R extends Route> = Pick<R, 'method' | 'path'>;

/** The server refused. `message` is Spanish, for the user. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorResponse['error']['details'];
  readonly requestId: string;

  constructor(status: number, error: ErrorResponse['error']) {
    super(error.message);
    this.status = status;
    this.code = error.code as ErrorCode;
    this.details = error.details;
    this.requestId = error.requestId;
  }
}

/** No answer: no network, or the server is down. The call may have taken effect. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
}

interface Connection {
  token: () => string | null;
  /** Called on a 401 with the token sent (or null); resolves to whether to retry. */
  onNoSession: (token: string | null, asked: boolean) => Promise<boolean>;
  /** Called when a call needs a fresh second factor; resolves to whether to retry. */
  onFactorNeeded: () => Promise<boolean>;
  onReachable: (reachable: boolean) => void;
  isUserActive: () => boolean;
}
let connection: Connection = {
  token: () => null,
  isUserActive: () => true,
  onNoSession: () => Promise.resolve(false),
  onFactorNeeded: () => Promise.resolve(false),
  onReachable: () => {},
};

/** Connects the session, the status bar and the activity watch to every call. */
export const configureApi = (parts: Partial<Connection>): void => {
  connection = { ...connection, ...parts };
};

/** Whether the server refused a call for this reason. */
export const isRefusedFor = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiRefusal && error.code === code;

/** Calls a route and resolves to its typed response; throws {@link ApiRefusal} or {@link ServerUnreachable}. */
export async function call<R extends Route>(route: R | Address<R>, input: CallInput<R>): Promise<ResponseOf<R>> {
  const response = await request(route, input);
  if (response.status === 204) return undefined as ResponseOf<R>;
  return await answerOf<R>(response, input);
}

/** Calls a route whose answers have a version; null if the answer is unchanged. */
export async function callUnlessKnown<R extends Route>(
  route: R,
  input: CallInput<R>,
  known: string | null,
): Promise<{ version: string | null; answer: ResponseOf<R> } | null> {
  const response = await request(route, { ...input, ...(known && { knownVersion: known }) });
  if (response.status === 304) return null;
  return { version: response.headers.get('etag'), answer: await answerOf<R>(response, input) };
}

async function answerOf<R extends Route>(
  response: Response,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<ResponseOf<R>> {
  const text = await response.text().catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(cause);
  });
  return JSON.parse(text) as ResponseOf<R>;
}

/** Calls a route that answers with a file. */
export async function callForFile<R extends Route>(
  route: R,
  input: CallInput<R>,
): Promise<{ blob: Blob; name: string }> {
  const response = await request(route, input);
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/i.exec(disposition)?.[1];
  return { blob: await response.blob(), name: name ?? 'archivo' };
}

/**
 * The raw response of a successful call, for streams. When the session has ended, a change waits until the user has
 * signed in again.
 */
export async function request<R extends Route>(route: R | Address<R>, input: CallInput<R>): Promise<Response> {
  const token = connection.token();
  try {
    return await send(route, input, token);
  } catch (error) {
    if (isRefusedFor(error, 'FRESH_FACTOR_NEEDED') && (await connection.onFactorNeeded()))
      // A factor that was turned on for this call has made a new session.
      return await send(route, input, connection.token());
    if (!(error instanceof ApiRefusal && error.code === 'NO_SESSION')) throw error;
    const asked = 'audience' in route && rateOf(route) === 'write' && !input.leaving;
    if (!(await connection.onNoSession(token, asked))) throw error;
    return await send(route, input, connection.token());
  }
}

async function send<R extends Route>(
  route: R | Address<R>,
  input: CallInput<R>,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = { accept: ('produces' in route && route.produces) || 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (input.knownVersion) headers['if-none-match'] = input.knownVersion;
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
  if (input.lastEventId) headers['last-event-id'] = input.lastEventId;
  if ('audience' in route && rateOf(route) === 'read' && !connection.isUserActive()) headers['x-user-idle'] = '1';
  const body: unknown = input.body;
  if (input.file) headers['content-type'] = 'application/octet-stream';
  else if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  const response = await fetch(addressOf(route, input), {
    method: route.method,
    headers,
    credentials: 'same-origin',
    ...(input.file && { body: input.file }),
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(input.signal ? { signal: input.signal } : {}),
    ...(input.keepalive || input.leaving ? { keepalive: true } : {}),
  }).catch((cause: unknown) => {
    throw input.signal?.aborted ? cause : unreachable(cause);
  });
  connection.onReachable(response.status !== 502 && response.status !== 504);
  if (response.ok || response.status === 304) return response;
  throw await refusalOf(response);
}

function unreachable(cause: unknown): ServerUnreachable {
  connection.onReachable(false);
  return new ServerUnreachable('No hay conexión con el servidor.', { cause });
}

/** A random UUID, version 4. */
export function newUuid(): string {
  // `crypto.randomUUID` requires https; the demo may run over http on a local network.
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The URL of a route with parameters and query filled in. */
export function addressOf(
  route: Address<Route>,
  input: { readonly params?: unknown; readonly query?: unknown },
): string {
  const path = pathOf(route, input.params ?? {});
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(name, String(item));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

async function refusalOf(response: Response): Promise<ApiRefusal> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorResponse(body)) return new ApiRefusal(response.status, body.error);
  const code: ErrorCode =
    response.status === 401 ? 'NO_SESSION' : response.status >= 500 ? 'UNEXPECTED' : 'INVALID_REQUEST';
  const message = 'El servidor contestó algo inesperado. Intenta de nuevo en un momento.';
  return new ApiRefusal(response.status, { code, message, details: [], requestId: '' });
}

const isErrorResponse = (body: unknown): body is ErrorResponse =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object' && body.error !== null;
