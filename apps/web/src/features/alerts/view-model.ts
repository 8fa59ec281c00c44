import type { Alert } from '@anticipa/contract/alerts';
import { type Currency, currencies, moneyOf } from '@anticipa/domain/money';
import { alertReasons } from '@anticipa/texts/alert-reasons';
import { formatFolio } from '@anticipa/texts/format';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { relationText } from '@anticipa/texts/relation-texts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { es } from './es.ts';

const texts: Readonly<Record<string, { readonly reason: string } | undefined>> = motiveTexts;

/** Why the alert was raised. A provider's reason is in its own words. */
export function reasonOf({ kind, subject, reason, details }: Alert): string {
  if (kind === 'tax-objection') return texts[reason]?.reason ?? reason;
  if (kind === 'related-invoice') return relatedReason(details);
  if (kind === 'certificate-expiry') return es.expires(formatDate(String(details.expiry)));
  if (kind === 'list-refused' && details.row != null) return es.unreadableRow(String(details.row));
  const isPayment = reason === 'returned' && subject.startsWith('received-transfer:');
  return alertReasons[isPayment ? 'returned-payment' : reason] ?? reason;
}

/** Text of how an alert was closed; null while it is open. */
export function closureOf({ closure }: Alert): string | null {
  if (closure === null) return null;
  if (closure.cause !== null) return es.closures[closure.cause];
  const by = closure.by ?? '';
  return closure.reason === null ? es.closedBy(by) : es.closedWith(by, closure.reason);
}

/** "La sustituye: B-13 · MXN 116,000.00". */
function relatedReason(details: Alert['details']): string {
  const [kind, serie, folio, amount, uuid] = ['kind', 'serie', 'folio', 'amount', 'uuid'].map((name) =>
    text(details[name]),
  );
  const currency = currencies.find((one) => one === details.currency);
  const name = serie || folio ? formatFolio({ serie: serie ?? null, folio: folio ?? null }) : uuid;
  const value = amount && currency ? formatMoney(moneyOf<Currency>(amount, currency)) : null;
  const relation = relationText({ kind: kind ?? '', type: details.type === 'E' ? 'E' : 'I', isNewer: true });
  return `${relation}: ${[name, value].filter(Boolean).join(' · ')}`;
}

const text = (value: Alert['details'][string] | undefined): string | null => (value == null ? null : String(value));

/** Subject of an alert: an invoice, a tax id, money with its tracking key, a folio. */
export function aboutOf({ kind, subject, invoice, details }: Alert): string {
  if (invoice !== null) return es.invoice(formatFolio(invoice));
  if (kind === 'listed-taxpayer') return subject.slice(subject.indexOf(':') + 1);
  if (kind === 'list-refused') return es.list;
  const [amount, folio] = [text(details.amount), text(details.folio)];
  const known = [
    text(details.senderName),
    amount && formatMoney(moneyOf(amount, 'MXN')),
    text(details.trackingKey),
    text(details.clabe),
    folio && es.folio(folio),
  ];
  return known.filter((part) => part !== null && part !== '').join(' · ') || es.none;
}
