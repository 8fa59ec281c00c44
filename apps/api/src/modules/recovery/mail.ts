import { companyAddress } from '@anticipa/texts/company-link';
import { z } from 'zod';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { brandOf } from '../brand/queries.ts';
import type { JobDeps } from '../deps.ts';
import { mintKey } from './commands.ts';
import { addressee, openRequest } from './queries.ts';

const request = z.strictObject({ requestId: z.uuid() });
const person = z.strictObject({ userId: z.uuid() });

type Addressee = NonNullable<Awaited<ReturnType<typeof openRequest>>>;

// Mails with a link carry no name, which can be any text: an administrator can have them sent to any address.
const recoveryMail = ({ email }: Addressee, url: string): Mail => ({
  to: email,
  subject: 'Define una contraseña nueva',
  heading: 'Define una contraseña nueva',
  paragraphs: [
    'Alguien pidió restablecer la contraseña de tu usuario en el portal. Si fuiste tú, define una nueva con esta liga.',
  ],
  action: { label: 'Definir contraseña', url },
  closing: [
    'La liga sirve una sola vez y vence en 60 minutos. Si pides otra, esta deja de servir.',
    'Si no fuiste tú, ignora este correo: tu contraseña sigue siendo la misma.',
  ],
});

const invitationMail = (
  { email, entity_name: client, isFirst }: Addressee,
  { url, brand }: { readonly url: string; readonly brand: string },
): Mail => ({
  to: email,
  subject: `Tu usuario en el portal de ${brand}`,
  heading: 'Te damos la bienvenida',
  paragraphs: [
    `${isFirst ? `Dimos de alta a ${client} en el portal de ${brand}, contigo como administrador.` : `${client} te dio de alta en el portal de ${brand}.`} Define tu contraseña para entrar; tu usuario es ${email}.`,
  ],
  action: { label: 'Definir contraseña', url },
  closing: [
    'La liga sirve una sola vez y vence en 7 días. Si ya venció, usa «Recuperar contraseña» en la pantalla de inicio de sesión.',
  ],
  because: isFirst ? 'la financiera dio de alta a tu empresa' : 'un administrador de tu empresa te dio de alta',
});

/** For a person who has an account already: no link that sets a password, and no name, as above. */
const addedMail = (
  { email, entity_name: client }: Addressee,
  { url, brand }: { readonly url: string; readonly brand: string },
): Mail => ({
  to: email,
  subject: `Te agregaron a la empresa ${client}`,
  heading: 'Tienes otra empresa en el portal',
  paragraphs: [
    `${client} te dio de alta en el portal de ${brand}. Entra con tu usuario ${email} y tu contraseña de siempre, y acepta en el menú de tus empresas. Hasta entonces no ves nada de ella ni recibes sus correos.`,
  ],
  action: { label: 'Entrar al portal', url },
  closing: ['Si no esperabas esta invitación, ignora este correo.'],
});

const changedMail = (to: string, name: string, url: string): Mail => ({
  to,
  subject: 'Tu contraseña cambió',
  heading: `${name}, tu contraseña cambió`,
  paragraphs: [
    'La contraseña de tu usuario en el portal se acaba de cambiar y todas tus sesiones se cerraron. Si fuiste tú, no tienes que hacer nada.',
    'Si no fuiste tú, define otra contraseña de inmediato y avisa a tu asesor.',
  ],
  action: { label: 'Recuperar contraseña', url },
});

/** Links use only the configured base URL. Each attempt carries a new key; only one key of a request can be used. */
export const recoveryMails = ({ config: { baseUrl } }: Pick<JobDeps, 'config'>) =>
  ({
    'recovery-link': async (work, payload) => {
      const { requestId } = request.parse(payload);
      const found = await openRequest(work, requestId);
      if (found === undefined) return null;
      if (found.purpose === 'invitation' && found.has_password === true)
        return addedMail(found, { url: companyAddress(`${baseUrl}/`, work.tenant), brand: (await brandOf(work)).name });
      const key = await mintKey(work, requestId, found.purpose);
      // The key is in the fragment, which browsers do not send, so that no log contains it.
      const url = `${baseUrl}/recoverPass#${new URLSearchParams({ k: key, e: found.email })}`;
      if (found.purpose !== 'invitation') return recoveryMail(found, url);
      return invitationMail(found, { url, brand: (await brandOf(work)).name });
    },
    'password-changed': async (work, payload) => {
      const user = await addressee(work, person.parse(payload).userId);
      return user ? changedMail(user.email, user.first_name, `${baseUrl}/recoverPass`) : null;
    },
  }) satisfies Record<string, MailMaker>;
