/**
 * Stand-in for Meta's WhatsApp Cloud API on loopback, from its public documentation and other people's clients and recordings. It
 * verifies token, addressee, template and the number and form of its parameters as the API does, and takes free text for a day after a
 * text of its addressee, answers in its forms of success and
 * error, and sends the states of messages to a webhook, signed with the app's secret. It delivers a message as often as it is sent, so
 * that a caller who repeats itself is seen.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { breakOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';

/**
 * 'accepted-then-lost' accepts and closes the connection; 'rate-limit' is error 130429, 'expired-token' 190, 'paused-template' 132015;
 * 'busy' is error 131016 with status 503.
 */
export type WhatsAppFault =
  | 'hang'
  | 'reset'
  | 'error-500'
  | 'html'
  | 'accepted-then-lost'
  | 'rate-limit'
  | 'expired-token'
  | 'paused-template'
  | 'busy';

export interface AcceptedMessage {
  readonly id: string;
  readonly to: string;
  readonly template: string;
  /** The texts of the body's placeholders. */
  readonly body: readonly string[];
  /** The part of the button's address that the message fills in. */
  readonly button: string | null;
  readonly callbackData: string | null;
}

export interface Answered {
  readonly to: string;
  readonly text: string;
}

export interface WhatsAppServer {
  readonly url: string;
  readonly token: string;
  readonly phoneId: string;
  /** The number that people write to, as it is shown. */
  readonly number: string;
  readonly appSecret: string;
  readonly verifyToken: string;
  readonly script: FaultScript<WhatsAppFault>['script'];
  /** Answers in free text that it took, in order. */
  answers(): readonly Answered[];
  /** Messages that it took, in order. */
  accepted(): readonly AcceptedMessage[];
  /** A signed call to the webhook about a message; `errors` are of a failed one. */
  stateOf(message: AcceptedMessage, state: DeliveryState, code?: number): SignedCall;
  /** A signed call to the webhook with a text that a person has sent. */
  textFrom(phone: string, body: string): SignedCall;
  /** Has a person send a text: calls the webhook, and resolves to the status of its answer. */
  say(phone: string, body: string): Promise<number>;
  close(): Promise<void>;
}

export type DeliveryState = 'sent' | 'delivered' | 'read' | 'failed';

export interface SignedCall {
  readonly body: string;
  readonly headers: { readonly 'x-hub-signature-256': string; readonly 'content-type': string };
}

/** Approved templates: placeholders of the body, and whether the address of the button ends with one. */
const TEMPLATES: Readonly<
  Record<string, { readonly language: string; readonly body: number; readonly hasButton: boolean }>
> = {
  aviso_portal: { language: 'es_MX', body: 2, hasButton: true },
};

const MAX_CALLBACK_DATA = 512;
const MAX_TEXT = 4096;
/** A business may write freely for so long after a person's last text. */
const WINDOW_MS = 24 * 3_600_000;
/** A placeholder must not have line breaks, tabs, or more than four spaces in a row. */
const FORBIDDEN = /[\n\t]| {5}/;

const errorTexts: Readonly<Record<number, string>> = {
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131049: 'This message was not delivered to maintain healthy ecosystem engagement.',
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const refusal = (status: number, code: number, message: string, details = message): Answer => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: randomBytes(8).toString('base64url'),
    },
  },
});

const faultAnswers: Partial<Record<WhatsAppFault, Answer>> = {
  'rate-limit': refusal(
    400,
    130429,
    'Rate limit hit',
    'Message failed to send because there were too many messages sent.',
  ),
  'expired-token': refusal(401, 190, 'Error validating access token: Session has expired'),
  'paused-template': refusal(400, 132015, 'Template is Paused'),
  busy: refusal(503, 131016, 'Service unavailable'),
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts of a component's parameters; null if one is no text that may be sent. */
function textsOf(component: unknown): string[] | null {
  const parameters = isObject(component) ? listOf(component.parameters) : [];
  const texts = parameters.map((one) =>
    isObject(one) && one.type === 'text' && typeof one.text === 'string' ? one.text : '',
  );
  return texts.some((one) => one === '' || FORBIDDEN.test(one)) ? null : texts;
}

type Read = Omit<AcceptedMessage, 'id'>;

/** The message of a call, or the refusal that it gets. */
function readMessage(json: unknown): Read | Answer {
  if (!isObject(json) || json.messaging_product !== 'whatsapp')
    return refusal(400, 100, 'The parameter messaging_product is required.');
  const { to, type, template, recipient_type: recipient = 'individual', biz_opaque_callback_data: data = null } = json;
  if (typeof to !== 'string' || !/^\+?\d{8,15}$/.test(to) || recipient !== 'individual')
    return refusal(400, 131009, 'Parameter value is not valid', 'to');
  if (data !== null && (typeof data !== 'string' || data.length > MAX_CALLBACK_DATA))
    return refusal(400, 100, 'Invalid parameter', 'biz_opaque_callback_data');
  if (type !== 'template' || !isObject(template)) return refusal(400, 131047, 'Re-engagement message');
  const known = typeof template.name === 'string' ? TEMPLATES[template.name] : undefined;
  const language = isObject(template.language) ? template.language.code : undefined;
  if (typeof template.name !== 'string' || known === undefined || language !== known.language)
    return refusal(404, 132001, 'Template name does not exist in the translation');
  const components = listOf(template.components);
  const body = textsOf(components.find((one) => isObject(one) && one.type === 'body'));
  const button = components.find((one) => isObject(one) && one.type === 'button');
  const isButton = isObject(button) && button.sub_type === 'url' && String(button.index) === '0';
  const suffix = isButton ? textsOf(button) : [];
  if (body?.length !== known.body || suffix?.length !== (known.hasButton ? 1 : 0))
    return refusal(400, 132000, 'Number of parameters does not match the expected number of params');
  return { to: to.replace('+', ''), template: template.name, body, button: suffix[0] ?? null, callbackData: data };
}

/** An answer in free text; null if the call has a message of another kind. */
function readText(json: unknown): Answered | null {
  if (!isObject(json) || json.messaging_product !== 'whatsapp' || json.type !== 'text') return null;
  const { to, text: words } = json;
  const body = isObject(words) ? words.body : undefined;
  if (typeof to !== 'string' || typeof body !== 'string' || body === '' || body.length > MAX_TEXT) return null;
  return { to: to.replace('+', ''), text: body };
}

const newId = (): string => `wamid.${randomBytes(32).toString('base64')}`;

const acceptance = (id: string, to: string): Answer => {
  const contacts = [{ input: to, wa_id: to }];
  const messages = [{ id, message_status: 'accepted' }];
  return { status: 200, body: { messaging_product: 'whatsapp', contacts, messages } };
};

/** Free text, which is taken for a day after a phone has written. */
function serviceWindow(now: () => Date) {
  const answers: Answered[] = [];
  const wrote = new Map<string, number>();
  return {
    wrote: (phone: string): void => void wrote.set(phone, now().getTime()),
    answers: (): readonly Answered[] => answers,
    answer: (read: Answered): Answer => {
      const isOpen = now().getTime() - (wrote.get(read.to) ?? Number.NEGATIVE_INFINITY) < WINDOW_MS;
      if (!isOpen) return refusal(400, 131047, 'Re-engagement message');
      answers.push(read);
      return acceptance(newId(), read.to);
    },
  };
}

const isAnswer = (read: Read | Answer): read is Answer => 'status' in read;

interface WhatsAppOptions {
  readonly port?: number;
  readonly now?: () => Date;
  /** The webhook, which is told of each message that it was delivered; by default nothing is called. */
  readonly webhookUrl?: string;
}

export async function startWhatsAppServer(options: WhatsAppOptions = {}): Promise<WhatsAppServer> {
  const { port, webhookUrl, now = () => new Date() } = options;
  const token = randomBytes(24).toString('base64url');
  const appSecret = randomBytes(16).toString('hex');
  const verifyToken = randomBytes(12).toString('hex');
  const [phoneId, number, account] = ['106540352242922', '528112345678', '102290129340398'];
  const taken: AcceptedMessage[] = [];
  const window = serviceWindow(now);
  const { script, take } = faultScript<WhatsAppFault>();

  const seconds = (): string => String(Math.floor(now().getTime() / 1000));
  const signed = (value: object): SignedCall => {
    const metadata = { display_phone_number: number, phone_number_id: phoneId };
    const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: account, changes: [change] }] });
    const signature = createHmac('sha256', appSecret).update(body).digest('hex');
    return { body, headers: { 'x-hub-signature-256': `sha256=${signature}`, 'content-type': 'application/json' } };
  };
  const stateOf: WhatsAppServer['stateOf'] = ({ id, to, callbackData }, state, code) => {
    const title = errorTexts[code ?? 0] ?? 'Something went wrong';
    return signed({
      statuses: [
        {
          ...{ id, status: state, timestamp: seconds(), recipient_id: to },
          ...(callbackData !== null && { biz_opaque_callback_data: callbackData }),
          ...(code !== undefined && { errors: [{ code, title, message: title, error_data: { details: title } }] }),
        },
      ],
    });
  };
  const textFrom: WhatsAppServer['textFrom'] = (phone, body) => {
    const id = `wamid.${randomBytes(16).toString('base64')}`;
    window.wrote(phone);
    return signed({
      contacts: [{ profile: { name: 'Ana' }, wa_id: phone }],
      messages: [{ from: phone, id, timestamp: seconds(), type: 'text', text: { body } }],
    });
  };
  const post = async ({ body, headers }: SignedCall): Promise<number> => {
    if (webhookUrl === undefined) throw new Error('there is no webhook');
    return (await fetch(webhookUrl, { method: 'POST', body, headers })).status;
  };
  const telling = new Set<Promise<unknown>>();
  const tell = (call: SignedCall): void => {
    if (webhookUrl === undefined) return;
    // A portal that has ended in the meantime is told nothing.
    const told: Promise<unknown> = post(call).then(
      () => telling.delete(told),
      () => telling.delete(told),
    );
    telling.add(told);
  };

  const accept = (read: Read): Answer => {
    const message = { id: newId(), ...read };
    taken.push(message);
    tell(stateOf(message, 'delivered'));
    return acceptance(message.id, read.to);
  };

  const answerTo = (request: IncomingMessage, body: string): Answer => {
    const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
    if (request.headers.authorization !== `Bearer ${token}`) return refusal(401, 190, 'Invalid OAuth access token.');
    if (request.method !== 'POST' || !/^\/v\d+\.0\/\d+\/messages$/.test(pathname))
      return refusal(404, 100, 'Unknown path');
    if (!pathname.includes(`/${phoneId}/`)) return refusal(400, 33, 'Object with this ID does not exist');
    if (!String(request.headers['content-type']).startsWith('application/json'))
      return refusal(400, 100, 'Invalid parameter');
    const json = parsed(body);
    const words = readText(json);
    if (words) return window.answer(words);
    const read = readMessage(json);
    return isAnswer(read) ? read : accept(read);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const fault = take(request.method, request.url ?? '/');
    if (breakOff(fault, response)) return;
    const answer = (fault && faultAnswers[fault]) ?? answerTo(request, body);
    if (fault === 'accepted-then-lost') return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(answer.body));
  };

  const { origin, close } = await serveOnLoopback(serve, port);
  return {
    ...{ url: origin, token, phoneId, number, appSecret, verifyToken, script, stateOf, textFrom },
    accepted: () => taken,
    answers: window.answers,
    say: (phone, body) => post(textFrom(phone, body)),
    close: async () => {
      await Promise.all(telling);
      await close();
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
