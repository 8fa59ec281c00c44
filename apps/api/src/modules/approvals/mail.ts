import { type Changes, changeSchema } from '@anticipa/contract/approvals';
import { isAccountBlocked } from '@anticipa/domain/approval';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';

const changed = z.strictObject({ proposalId: z.uuid(), userId: z.uuid() });

const whenInMexico = new Intl.DateTimeFormat('es-MX', { timeZone: MEXICO_CITY, dateStyle: 'long', timeStyle: 'short' });

/** An account by its last digits: a mail is not the place for whole numbers. */
const accountText = ({ bank, clabe }: Changes['bank-account']['proposed']): string =>
  `${bank}, terminación ${clabe.slice(-4)}`;

/** Mails about proposals, by kind of message. */
export const proposalMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'account-changed': async (work, payload) => {
      const { proposalId, userId } = changed.parse(payload);
      const user = await activeUserById(work, userId);
      const found = await work.db
        .selectFrom('approvals')
        .innerJoin('bank_accounts', (join) =>
          join
            .onRef('bank_accounts.client_id', '=', 'approvals.client_id')
            .on('bank_accounts.product', '=', sql<ProductCode>`change -> 'about' ->> 'product'`)
            .on('bank_accounts.currency', '=', sql<FinancedCurrency>`change -> 'about' ->> 'currency'`),
        )
        .innerJoin('products', 'products.code', 'bank_accounts.product')
        .innerJoin('clients', 'clients.client_id', 'approvals.client_id')
        .innerJoin('branches', 'branches.branch', 'clients.branch')
        .select(['display_name', 'currency', 'pays_from', 'promoter_phone', 'change'])
        .where('approvals.client_id', '=', work.tenant)
        .where('approval_id', '=', proposalId)
        .executeTakeFirst();
      const change = found && changeSchema.parse(found.change);
      if (user === undefined || found === undefined || change?.kind !== 'bank-account') return null;
      const { before, proposed } = change;
      const { display_name: product, currency, pays_from, promoter_phone: phone } = found;
      const since =
        pays_from === null || isAccountBlocked(pays_from)
          ? ''
          : ` Recibirá depósitos desde el ${whenInMexico.format(pays_from)}.`;
      return {
        to: user.email,
        subject: 'Cambió la cuenta de tus depósitos',
        heading: `${user.first_name}, cambió la cuenta de tus depósitos`,
        paragraphs: [
          `Los depósitos de ${product} en ${currency} van a esta cuenta: ${accountText(proposed)}.${since}`,
          ...(before === null ? [] : [`La cuenta anterior era: ${accountText(before)}.`]),
          `Si tu empresa no pidió el cambio, llama de inmediato a tu asesor: ${phone}.`,
        ],
        action: { label: 'Entrar al portal', url: `${config.baseUrl}/` },
        because: 'eres administrador de tu empresa',
      };
    },
  }) satisfies Record<string, MailMaker>;
