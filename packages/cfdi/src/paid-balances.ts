/** Balances across the complements that a provider has stamped: each instalment goes on from the one before it. */
import { type Refusal, reader } from './rule-parts.ts';
import { exactOf } from './tax-limits.ts';
import { attributeOf, childrenOf, type XmlElement } from './xml-tree.ts';

const PAYMENTS = 'http://www.sat.gob.mx/Pagos20';

export interface PaidBalances {
  /** Refusals of a complement whose balances do not go on from those that were stamped. */
  refusalsOf(root: XmlElement): Refusal[];
  /** Remembers a CFDI that was stamped with a UUID. */
  record(root: XmlElement, uuid: string): void;
  /** Notes that the cancellation of a CFDI was requested. */
  cancel(uuid: string): void;
}

const documentsOf = (root: XmlElement): XmlElement[] =>
  reader(root)
    .all('Complemento')
    .flatMap((one) => childrenOf(one, PAYMENTS, 'Pagos'))
    .flatMap((one) => reader(one).all('Pago', 'DoctoRelacionado'));
const idOf = (one: XmlElement): string => attributeOf(one, 'IdDocumento')?.toUpperCase() ?? '';
const numberOf = (one: XmlElement): number => Number(attributeOf(one, 'NumParcialidad'));
const scaled = (one: XmlElement, name: string): bigint => exactOf(attributeOf(one, name))?.scaled ?? -1n;

/** A memory of one provider. It says nothing of an invoice that has a credit note, or of which a complement was cancelled. */
export function paidBalances(): PaidBalances {
  const left = new Map<string, Map<number, bigint>>();
  const paidBy = new Map<string, readonly string[]>();
  const changed = new Set<string>();
  return {
    refusalsOf: (root) =>
      documentsOf(root).flatMap((one, concept) => {
        const [paid, number] = [idOf(one), numberOf(one)];
        const before = changed.has(paid) ? undefined : left.get(paid)?.get(number - 1);
        return before === undefined || before === scaled(one, 'ImpSaldoAnt')
          ? []
          : { code: 'CRP20239', text: 'ImpSaldoAnt no es el ImpSaldoInsoluto de la parcialidad anterior.', concept };
      }),
    record: (root, uuid) => {
      for (const one of reader(root).all('CfdiRelacionados', 'CfdiRelacionado'))
        changed.add(attributeOf(one, 'UUID')?.toUpperCase() ?? '');
      const documents = documentsOf(root);
      paidBy.set(uuid, documents.map(idOf));
      for (const one of documents) {
        const balances = left.get(idOf(one)) ?? new Map<number, bigint>();
        left.set(idOf(one), balances.set(numberOf(one), scaled(one, 'ImpSaldoInsoluto')));
      }
    },
    cancel: (uuid) => {
      for (const paid of paidBy.get(uuid) ?? []) changed.add(paid);
    },
  };
}
