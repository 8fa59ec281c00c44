import type { identifyPayment } from '@anticipa/contract/collections';
import type { BodyOf } from '@anticipa/contract/route';
import { type DeductionKind, deductionKinds } from '@anticipa/domain/deduction';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { needsSecondPerson } from '@anticipa/domain/typed-payment';
import { deductionNames } from '@anticipa/texts/typed-payments';
import { amountTyped } from '../../lib/typed-amount.ts';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { es } from './es.ts';

const texts = es.deduction;

/** A typed deduction: an amount that the payer kept back from an invoice. */
export interface TypedDeduction {
  readonly documentId: string;
  readonly kind: DeductionKind;
  readonly amount: string;
  readonly cfdiUuid: string;
}

type Sent = NonNullable<BodyOf<typeof identifyPayment>['deductions']>[number];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Typed deductions that belong to the chosen invoices. */
export const deductionsOf = (
  typed: readonly TypedDeduction[],
  chosen: readonly { readonly documentId: string }[],
): readonly TypedDeduction[] => typed.filter(({ documentId }) => chosen.some((one) => one.documentId === documentId));

/** Sum of the typed deductions; one that cannot be read counts as zero. */
export const totalOf = (typed: readonly TypedDeduction[], currency: FinancedCurrency): Money<FinancedCurrency> =>
  sum(
    currency,
    typed.map(({ amount }) => moneyOf(amountTyped(amount) ?? '0.00', currency)),
  );

/** Whether a credit note needs a second person. It is compared with `owed`; the server compares it with the whole invoice, which may be more. */
export const hasLargeNote = (
  typed: readonly TypedDeduction[],
  chosen: readonly { readonly documentId: string; readonly owed: string }[],
): boolean =>
  typed.some(({ kind, documentId, amount }) => {
    const owed = chosen.find((one) => one.documentId === documentId)?.owed;
    const cents = amountTyped(amount);
    if (kind !== 'credit-note' || cents === null || owed === undefined) return false;
    // The comparison is the same in every currency.
    return needsSecondPerson(moneyOf(cents, 'MXN'), moneyOf(owed, 'MXN'));
  });

/** Deductions for the body of the call; null while a field is invalid. */
export function deductionsSent(typed: readonly TypedDeduction[]): { readonly deductions?: Sent[] } | null {
  const sent = typed.flatMap((one) => deductionSent(one) ?? []);
  if (sent.length < typed.length) return null;
  return sent.length === 0 ? {} : { deductions: sent };
}

function deductionSent({ documentId, kind, amount, cfdiUuid }: TypedDeduction): Sent | null {
  const typed = amountTyped(amount);
  if (typed === null || Number(typed) === 0) return null;
  if (kind !== 'credit-note') return { documentId, kind, amount: typed };
  return UUID.test(cfdiUuid.trim()) ? { documentId, kind, amount: typed, cfdiUuid: cfdiUuid.trim() } : null;
}

/** A reference has up to a thousand invoices: of more than these, only those with a deduction have fields. */
const FEW = 5;

/** The amount that was kept back from each chosen invoice, and why. */
export function DeductionFields(props: {
  chosen: readonly { readonly documentId: string; readonly folio: string }[];
  typed: readonly TypedDeduction[];
  onChange: (typed: readonly TypedDeduction[]) => void;
}) {
  const { chosen, typed, onChange } = props;
  const change = (next: TypedDeduction): void =>
    onChange([...typed.filter(({ documentId }) => documentId !== next.documentId), next]);
  const choose = (documentId: string, kind: string): void => {
    const found = deductionKinds.find((one) => one === kind);
    const others = typed.filter((one) => one.documentId !== documentId);
    const own = typed.find((one) => one.documentId === documentId);
    onChange(found ? [...others, { documentId, amount: '', cfdiUuid: '', ...own, kind: found }] : others);
  };
  const shown =
    chosen.length <= FEW
      ? chosen
      : chosen.filter((one) => typed.some(({ documentId }) => documentId === one.documentId));
  const others = chosen.filter((one) => !shown.includes(one));
  const fields = shown.map(({ documentId, folio }) => {
    const own = typed.find((one) => one.documentId === documentId);
    return (
      <fieldset key={documentId} className="stack">
        <SelectField
          label={texts.of(folio)}
          value={own?.kind ?? ''}
          onChange={(kind) => choose(documentId, kind)}
          options={[
            { value: '', label: texts.none },
            ...deductionKinds.map((value) => ({ value, label: deductionNames[value] })),
          ]}
        />
        {own ? (
          <TextField
            label={texts.amount(folio)}
            help={texts.help[own.kind]}
            value={own.amount}
            onChange={({ target }) => change({ ...own, amount: target.value })}
            inputMode="decimal"
            autoComplete="off"
          />
        ) : null}
        {own?.kind === 'credit-note' ? (
          <TextField
            label={texts.uuid(folio)}
            value={own.cfdiUuid}
            onChange={({ target }) => change({ ...own, cfdiUuid: target.value })}
            maxLength={36}
            autoComplete="off"
          />
        ) : null}
      </fieldset>
    );
  });
  if (others.length === 0) return fields;
  return (
    <>
      {fields}
      <SelectField
        label={texts.another}
        value=""
        onChange={(documentId) => choose(documentId, 'credit-note')}
        options={[
          { value: '', label: texts.choose },
          ...others.map(({ documentId, folio }) => ({ value: documentId, label: folio })),
        ]}
      />
    </>
  );
}
