import { pathOf } from '@anticipa/contract/path';
import type { ErrorResponse, ResponseOf, Route } from '@anticipa/contract/route';
import { login } from '@anticipa/contract/session';
import { demoCode, demoPassword } from '@anticipa/sandbox/demo-parties';

/** Default password in tests. */
export const PASSWORD = demoPassword;

/** The password at the tax authority of every client in tests. */
export const CIEC = 'ciec-2026';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  /** The parsed JSON body; undefined if it is compressed. */
  readonly body: unknown;
  /** Error code; null on success. */
  readonly code: string | null;
}

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Session {
  readonly token: string | null;
  readonly cookie: string | null;
  /** Sends a call; returns the raw answer. */
  send(route: Route, input?: Input): Promise<Answer>;
  /** Sends a call; returns its value and throws if refused. */
  call<R extends Route>(route: R, input?: Input): Promise<ResponseOf<R>>;
  /** Sends a call; returns the refusal and throws on success. */
  refusal(route: Route, input?: Input): Promise<ErrorResponse['error'] & { readonly status: number }>;
  /** A raw request by URL. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The same browser with another bearer. */
  by(bearer: string | null): Session;
  /** Signs in from this client; returns a new session. */
  signIn(email: string, password?: string): Promise<Session>;
}

const isError = (body: unknown): body is ErrorResponse => typeof body === 'object' && body !== null && 'error' in body;

/** A refusal of the calls for programs is a problem (RFC 9457). */
const codeOf = (body: unknown): string | null => {
  if (isError(body)) return body.error.code;
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'instance' in body;
  return isProblem ? String(body.code) : null;
};

const jsonOf = (text: string, headers: Answer['headers']): unknown =>
  /^application\/(problem\+)?json/.test(String(headers['content-type'])) && headers['content-encoding'] === undefined
    ? (JSON.parse(text) as unknown)
    : undefined;

const urlOf = (route: Route, { params = {}, query = {} }: Input): string => {
  const path = pathOf(route, params);
  const search = new URLSearchParams(query);
  return search.size > 0 ? `${path}?${search}` : path;
};

/** A request's way into an app: an app in this process, without a network, or one of another process. */
export interface Injector {
  inject(request: {
    readonly method: Route['method'];
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly payload?: string | Buffer;
  }): Promise<{
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
    readonly rawPayload: Buffer;
  }>;
}

/** A session of an app. */
export const sessionOn = (
  app: Injector,
  { token, cookie }: { readonly token: string | null; readonly cookie: string | null },
): Session => {
  const request = async (method: Route['method'], url: string, { body, headers }: Input): Promise<Answer> => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const payload = body === undefined ? {} : { payload: isRaw ? (body as string | Buffer) : JSON.stringify(body) };
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === null ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...payload,
    });
    const parsed = jsonOf(response.body, response.headers);
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      body: parsed,
      code: codeOf(parsed),
    };
  };
  const send = (route: Route, input: Input = {}): Promise<Answer> => {
    const key = input.key === undefined ? {} : { 'idempotency-key': input.key };
    return request(route.method, urlOf(route, input), { ...input, headers: { ...key, ...input.headers } });
  };
  const self: Session = {
    token,
    cookie,
    send,
    call: async <R extends Route>(route: R, input?: Input) => {
      const answer = await send(route, input);
      if (answer.status !== 200)
        throw new Error(`${route.path} answered ${answer.status}: ${answer.bytes.toString().slice(0, 1000)}`);
      return answer.body as ResponseOf<R>;
    },
    refusal: async (route, input) => {
      const answer = await send(route, input);
      if (!isError(answer.body)) throw new Error(`${route.path} was not refused but answered ${answer.status}`);
      return { ...answer.body.error, status: answer.status };
    },
    get: (url, headers = {}) => request('GET', url, { headers }),
    post: (url, body, headers = {}) => request('POST', url, { body, headers }),
    by: (bearer) => sessionOn(app, { token: bearer, cookie }),
    signIn: async (email, password = PASSWORD) => {
      const answer = await send(login, { body: { username: email, password, code: demoCode } });
      if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.bytes.toString()}`);
      const { token: bearer } = answer.body as ResponseOf<typeof login>;
      return sessionOn(app, { token: bearer, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? null });
    },
  };
  return self;
};
