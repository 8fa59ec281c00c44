import { MEXICO_CITY } from '@anticipa/domain/calendar';
import type { ProposedValues } from '@anticipa/domain/proposal';
import { sql } from 'kysely';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';

const changed = z.strictObject({ proposalId: z.uuid(), userId: z.uuid() });

const whenInMexico = new Intl.DateTimeFormat('es-MX', { timeZone: MEXICO_CITY, dateStyle: 'long', timeStyle: 'short' });

/** An account by its last digits: a mail is not the place for whole numbers. */
const accountText = ({ bank = '', clabe = '' }: ProposedValues): string => `${bank}, terminación ${clabe.slice(-4)}`;

export const proposalMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'account-changed': async (work, payload) => {
      const { proposalId, userId } = changed.parse(payload);
      const user = await activeUserById(work, userId);
      const found = await work.db
        .selectFrom('proposals')
        .innerJoin('products', 'products.code', 'proposals.product')
        .innerJoin('bank_accounts', (join) =>
          join
            .onRef('bank_accounts.client_id', '=', 'proposals.client_id')
            .onRef('bank_accounts.product', '=', 'proposals.product')
            .onRef('bank_accounts.currency', '=', 'proposals.currency'),
        )
        .innerJoin('clients', 'clients.client_id', 'proposals.client_id')
        .innerJoin('branches', 'branches.branch', 'clients.branch')
        .select(['display_name', 'proposals.currency', 'bank', 'clabe', 'pays_from', 'promoter_phone'])
        .select(sql<ProposedValues | null>`before`.as('before'))
        .select(sql<ProposedValues>`proposed`.as('proposed'))
        .where('proposals.client_id', '=', work.tenant)
        .where('proposal_id', '=', proposalId)
        .executeTakeFirst();
      if (user === undefined || found === undefined) return null;
      const { display_name: product, currency, before, proposed, pays_from, promoter_phone: phone } = found;
      const since = pays_from === null ? '' : ` Recibirá depósitos desde el ${whenInMexico.format(pays_from)}.`;
      return {
        to: user.email,
        subject: 'Cambió la cuenta de tus depósitos',
        heading: `${user.first_name}, cambió la cuenta de tus depósitos`,
        paragraphs: [
          `Los depósitos de ${product} en ${currency} van a esta cuenta: ${accountText({ ...before, ...proposed })}.${since}`,
          ...(before === null ? [] : [`La cuenta anterior era: ${accountText(before)}.`]),
          `Si tu empresa no pidió el cambio, llama de inmediato a tu asesor: ${phone}.`,
        ],
        action: { label: 'Entrar al portal', url: `${config.baseUrl}/` },
        footer:
          'Recibes este correo porque administras el portal de Anticipa en tu empresa. No respondas a este mensaje.',
      };
    },
  }) satisfies Record<string, MailMaker>;
