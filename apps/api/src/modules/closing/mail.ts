import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';

const addressee = z.strictObject({ userId: z.uuid() });

const dayInMexico = new Intl.DateTimeFormat('es-MX', { timeZone: MEXICO_CITY, dateStyle: 'long' });

const clientOf = ({ db, tenant }: Work) =>
  db
    .selectFrom('clients')
    .innerJoin('branches', 'branches.branch', 'clients.branch')
    .select(['entity_name', 'reads_until', 'promoter_phone'])
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();

const because = 'eres administrador de tu empresa';

export const closingMails = ({ config }: Pick<JobDeps, 'config'>) => {
  const action = { label: 'Entrar al portal', url: `${config.baseUrl}/` };
  return {
    'client-closed': async (work, payload) => {
      const user = await activeUserById(work, addressee.parse(payload).userId);
      const { entity_name: name, reads_until: until, promoter_phone: phone } = await clientOf(work);
      // Reopened meanwhile.
      if (user === undefined || until === null) return null;
      return {
        to: user.email,
        subject: 'Se cerró la cuenta de tu empresa',
        heading: `${user.first_name}, se cerró la cuenta de tu empresa`,
        paragraphs: [
          `${name} ya no tiene ventas, saldos ni documentos pendientes con nosotros, y su cuenta quedó cerrada.`,
          `Hasta el ${dayInMexico.format(until)} tú y tus compañeros pueden entrar al portal para consultar y descargar todo. No se pueden subir facturas, vender ni hacer otros cambios.`,
          'Terminó la sincronización con el SAT y se borra lo que diste para conectarte.',
          `Si tu empresa no pidió el cierre, llama a tu asesor: ${phone}.`,
        ],
        action,
        because,
      };
    },
    'client-reopened': async (work, payload) => {
      const user = await activeUserById(work, addressee.parse(payload).userId);
      const { entity_name: name, reads_until: until } = await clientOf(work);
      if (user === undefined || until !== null) return null;
      return {
        to: user.email,
        subject: 'Se reabrió la cuenta de tu empresa',
        heading: `${user.first_name}, se reabrió la cuenta de tu empresa`,
        paragraphs: [`${name} puede volver a subir facturas y venderlas. Todo lo anterior sigue en el portal.`],
        action,
        because,
      };
    },
  } satisfies Record<string, MailMaker>;
};
