/** Next step of an invoice, and the party that takes it. */
import type { Invoice } from '@anticipa/contract/invoices';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { dueLight, invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { UNKNOWN_MOTIVE } from '@anticipa/texts/motive-texts';
import { formatDate } from '../../../lib/format.ts';
import type { Tone } from '../../../ui/feedback/status-badge.tsx';
import { es } from '../es.ts';

export interface NextStep {
  readonly who: string;
  readonly what: string;
  readonly tone: Tone;
}

/** [EST-07] `today` is the server's. */
export function nextStepOf(invoice: Invoice, today: IsoDate): NextStep {
  const status = statusName(invoice.status);
  const { whoNext } = es;
  switch (status) {
    case 'RECHAZADA': {
      const { description = UNKNOWN_MOTIVE, remedy = '' } = invoice.motive ?? {};
      return { who: whoNext.client, what: `${description}. ${remedy}`.trim(), tone: 'bad' };
    }
    case 'CREDITO': {
      const day = formatDate(invoice.dueDate ?? today);
      const isOverdue = invoice.dueDate !== null && dueLight(dateOf(invoice.dueDate), today) === 'red';
      const isByClabe = invoice.paidAutomatically && invoice.paymentReference === null;
      const overdue = isByClabe ? es.overdueByClabe : es.overdue;
      const dueLater = isByClabe ? es.dueLaterByClabe : es.dueLater;
      return isOverdue
        ? { who: whoNext.client, what: overdue(day), tone: 'bad' }
        : { who: whoNext.payer, what: dueLater(day), tone: 'good' };
    }
    case 'AUTORIZADA':
      return { who: whoNext.client, what: es.next[status], tone: 'info' };
    case 'LIQUIDADO':
      return { who: whoNext.nobody, what: es.next[status], tone: 'good' };
    default:
      return { who: whoNext.lender, what: es.next[status], tone: 'warn' };
  }
}

/** Whether it can be sold, deleted or restored from its page: it is in no sale. */
export const isOpen = ({ status }: Invoice): boolean => status <= invoiceStatus.AUTORIZADA;
