/** The question to a receiver whether it owes an invoice, and its answer. */
import { addDays, type IsoDate } from './calendar.ts';
import { later, MAX_EXTENSION_DAYS } from './extension.ts';
import { MAX_TERM_DAYS } from './product.ts';

/** Days for which a link can be answered. */
export const CONFIRMATION_DAYS = 14;
/** Hours before a receiver may be asked about the same invoice again. */
export const ASK_AGAIN_HOURS = 24;

/**
 * The first and the last day of payment that a receiver may name: from today, within the longest term of a CFDI. An old invoice
 * that is still owed has as long as one extension gives.
 */
export const answerableDays = (
  emittedOn: IsoDate,
  today: IsoDate,
): { readonly earliest: IsoDate; readonly latest: IsoDate } => ({
  earliest: later(today, emittedOn),
  latest: later(addDays(emittedOn, MAX_TERM_DAYS), addDays(today, MAX_EXTENSION_DAYS)),
});

export const confirmationVerdicts = ['confirmed', 'objected', 'due-corrected'] as const;
export type ConfirmationVerdict = (typeof confirmationVerdicts)[number];

/** The facts of an invoice that its receiver sees; nothing else of its supplier. */
export interface ShownInvoice {
  readonly supplier: string;
  readonly folio: string;
  readonly uuid: string;
  readonly total: string;
  /** Null: no day is agreed. */
  readonly due: string | null;
}

/** Lines of a label and a value, as they are shown and kept. */
export const shownText = ({ supplier, folio, uuid, total, due }: ShownInvoice): string =>
  [
    ['Proveedor', supplier],
    ['Factura', folio],
    ['UUID', uuid],
    ['Total', total],
    ['Vence', due ?? 'Sin fecha acordada'],
  ]
    .map(([label = '', value = '']) => `${label}: ${value.replace(/\s+/g, ' ')}`)
    .join('\n');

/** The label and the value of each line of a shown text. */
export const shownFacts = (shown: string): (readonly [label: string, value: string])[] =>
  shown.split('\n').map((line) => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)];
  });

export interface ConfirmationAnswer {
  readonly verdict: ConfirmationVerdict;
  readonly person: string;
  readonly position: string;
  readonly reason: string | null;
  readonly dueOn: string | null;
}

export const verdictNames: Readonly<Record<ConfirmationVerdict, string>> = {
  confirmed: 'Confirma la factura',
  objected: 'Objeta la factura',
  'due-corrected': 'Confirma la factura y corrige el día de pago',
};

/** A typed text, no line of which reads as one of the answer's own. */
const indented = (text: string): string => text.replaceAll(/\r\n?|[\n\u2028\u2029]/g, '\n  ');

/** The whole of an answer with the text that was shown, of which the SHA-256 is kept. `asked`: to whom the link was sent. */
export const evidenceText = (
  shown: string,
  { verdict, person, position, reason, dueOn }: ConfirmationAnswer,
  { asked, at, address }: { readonly asked: string | null; readonly at: string; readonly address: string | null },
): string =>
  [
    shown,
    '',
    ...(asked === null ? [] : [`Se preguntó a: ${asked}`]),
    `Respuesta: ${verdictNames[verdict]}`,
    `Nombre: ${indented(person)}`,
    `Puesto: ${indented(position)}`,
    ...(reason === null ? [] : [`Motivo: ${indented(reason)}`]),
    ...(dueOn === null ? [] : [`Día de pago: ${dueOn}`]),
    `Fecha y hora: ${at}`,
    ...(address === null ? [] : [`Dirección: ${address}`]),
  ].join('\n');
