/** The demo's phone at WhatsApp and browser at a push service: they show what reaches them on the page of the mails. */
import { addPushBrowser, getNoticeChoices } from '@anticipa/contract/notices';
import type { Route } from '@anticipa/contract/route';
import { login } from '@anticipa/contract/session';
import { demoPassword } from './demo-parties.ts';
import { newPushKey, type PushBrowser, type PushServer } from './push-server.ts';
import { escapeHtml, type PageSection } from './smtp-catcher.ts';
import type { WhatsAppServer } from './whatsapp-server.ts';

const PHONE = '5218187654321';
interface DemoPhonesOptions {
  readonly portalUrl: string;
  readonly whatsapp: WhatsAppServer;
  readonly push: PushServer;
  /** People who may try the browser; they have the demo's password. */
  readonly people: readonly string[];
}

export interface DemoPhones {
  /** Settings that the portal reads. */
  readonly settings: Readonly<Record<string, string>>;
  readonly section: PageSection;
}

interface Arrived {
  readonly to: string;
  readonly words: readonly string[];
  /** The part of the portal's address behind its origin. */
  readonly address: string;
}

export function demoPhones({ portalUrl, whatsapp, push, people }: DemoPhonesOptions): DemoPhones {
  const browsers = new Map<string, PushBrowser>();

  const messages = (): Arrived[] =>
    whatsapp
      .accepted()
      .map(({ to, body, button }) => ({ to, words: body, address: `/${button ?? ''}` }))
      .toReversed();
  const notifications = (): Arrived[] =>
    [...browsers].flatMap(([to, browser]) =>
      browser
        .received()
        .map(({ title, body, address }) => ({ to, words: [title, body], address }))
        .toReversed(),
    );

  const register = async (email: string): Promise<void> => {
    if (browsers.has(email) || !people.includes(email)) return;
    const call = async (route: Route, token: string | null, body?: unknown): Promise<unknown> => {
      const headers = {
        // The portal tells the person of this device.
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const answer = await fetch(`${portalUrl}${route.path}`, {
        ...{ method: route.method, headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${route.path} answered ${answer.status}`);
      return answer.json();
    };
    const { token } = login.response.parse(await call(login, null, { username: email, password: demoPassword }));
    const { pushKey } = getNoticeChoices.response.parse(await call(getNoticeChoices, token));
    const browser = push.browser(pushKey ?? '');
    const { endpoint, p256dh, auth } = browser;
    await call(addPushBrowser, token, { endpoint, p256dh, auth });
    browsers.set(email, browser);
  };

  return {
    settings: {
      whatsappUrl: whatsapp.url,
      whatsappToken: whatsapp.token,
      whatsappPhoneId: whatsapp.phoneId,
      whatsappNumber: whatsapp.number,
      whatsappAppSecret: whatsapp.appSecret,
      whatsappVerifyToken: whatsapp.verifyToken,
      pushUrl: push.url,
      pushKey: newPushKey(),
    },
    section: {
      html: (query) =>
        [
          `<h2>WhatsApp de la demostración</h2>`,
          `<form method="post" action="/whatsapp"><p><label>Mensaje de este teléfono a la financiera<br><input name="text" required value="${escapeHtml(query.get('text') ?? '')}"></label> <button>Enviar</button></p></form>`,
          listOf(messages(), portalUrl),
          ...whatsapp
            .answers()
            .map(({ text }) => `<p>Respuesta: ${escapeHtml(text)}</p>`)
            .toReversed(),
          `<h2>Navegador de la demostración</h2>`,
          `<form method="post" action="/browser"><p><label>Recibir aquí los avisos de<br><select name="email">${people.map((email) => `<option>${email}</option>`).join('')}</select></label> <button>Activar</button></p></form>`,
          ...(browsers.size > 0 ? [`<p>Recibe los de ${[...browsers.keys()].join(', ')}.</p>`] : []),
          listOf(notifications(), portalUrl),
        ].join('\n'),
      submit: async (path, form) => {
        if (path === '/whatsapp') await whatsapp.say(PHONE, form.get('text') ?? '');
        if (path === '/browser') await register(form.get('email') ?? '');
      },
    },
  };
}

function listOf(all: readonly Arrived[], portalUrl: string): string {
  if (all.length === 0) return '<p>Todavía no hay avisos.</p>';
  const rows = all.map(
    ({ to, words, address }) =>
      `<tr><td>${escapeHtml(to)}</td><td>${words.map(escapeHtml).join('<br>')}</td><td><a href="${escapeHtml(portalUrl + address)}">Ver en el portal</a></td></tr>`,
  );
  return `<table><thead><tr><th>Para</th><th>Aviso</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
