import type { identifyPayment } from '@anticipa/contract/collections';
import type { BodyOf } from '@anticipa/contract/route';
import { type DeductionKind, deductionKinds } from '@anticipa/domain/deduction';
import { deductionNames } from '@anticipa/texts/typed-payments';
import { amountTyped } from '../../lib/typed-amount.ts';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { es } from './es.ts';

const texts = es.deduction;

/** An amount that the payer kept back from an invoice, as it is typed. */
export interface TypedDeduction {
  readonly documentId: string;
  readonly kind: DeductionKind;
  readonly amount: string;
  readonly cfdiUuid: string;
}

type Sent = NonNullable<BodyOf<typeof identifyPayment>['deductions']>[number];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The deduction as it is sent; null while something is not right. */
export function deductionSent({ documentId, kind, amount, cfdiUuid }: TypedDeduction): Sent | null {
  const typed = amountTyped(amount);
  if (typed === null || Number(typed) === 0) return null;
  if (kind !== 'credit-note') return { documentId, kind, amount: typed };
  return UUID.test(cfdiUuid.trim()) ? { documentId, kind, amount: typed, cfdiUuid: cfdiUuid.trim() } : null;
}

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
  return chosen.map(({ documentId, folio }) => {
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
}
