import type { requestAccount, requestLine } from '@anticipa/contract/client-requests';
import type { CreditInformation } from '@anticipa/contract/credit';
import type { SentBodyOf } from '@anticipa/contract/route';
import { MAX_COVER_BYTES } from '@anticipa/domain/client-request';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { accountTyped } from '@anticipa/domain/spei-banks';
import { useState } from 'react';
import { base64Of } from '../../lib/base64-of.ts';
import { formatMoney } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { FileField, SelectField, TextField } from '../../ui/field/field.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { es } from './es.ts';
import { byPlace } from './view-model.ts';

const texts = es.requests;

interface OfLines<Body> {
  readonly lines: readonly CreditInformation[];
  readonly changing: Changing<Body, unknown>;
  readonly onClose: () => void;
}

/** The lines of the client, to choose one of them. */
function chosenOf(lines: readonly CreditInformation[]) {
  const sorted = lines.toSorted(byPlace);
  const [first] = sorted;
  return {
    first,
    lineOf: (id: string) => sorted.find(({ creditLineId }) => creditLineId === id) ?? first,
    options: sorted.map(({ creditLineId, displayName, creditCurrency }) => ({
      value: creditLineId,
      label: es.lines.of(displayName, creditCurrency),
    })),
  };
}

/** Asks for a higher limit of one of the client's lines. */
export function LineDialog({ lines, changing, onClose }: OfLines<SentBodyOf<typeof requestLine>>) {
  const { first, lineOf, options } = chosenOf(lines);
  return (
    <FormDialog
      title={texts.line}
      submit={texts.send}
      reasonHelp={texts.lineReason}
      values={{ line: first?.creditLineId ?? '', amount: '' }}
      errorsOf={({ amount }) => ({ amount: amountTyped(amount) === null ? texts.amountWrong : null })}
      changing={changing}
      bodyOf={({ line, amount, reason }) => {
        const [of, wanted] = [lineOf(line), amountTyped(amount)];
        if (of === undefined || wanted === null) return null;
        return { product: of.product, currency: of.creditCurrency, amount: wanted, reason };
      }}
      onDone={() => texts.sent}
      onClose={onClose}
    >
      {({ values, field, choice }) => {
        const line = lineOf(values.line);
        return (
          <>
            <SelectField {...choice('line')} label={texts.which} options={options} />
            <TextField
              {...field('amount')}
              label={texts.amount(line?.creditCurrency ?? '')}
              inputMode="decimal"
              help={
                line
                  ? texts.today(formatMoney(moneyOf<FinancedCurrency>(line.creditLimit, line.creditCurrency)))
                  : undefined
              }
              data-autofocus
            />
          </>
        );
      }}
    </FormDialog>
  );
}

/** Proposes an account for the deposits of a line, with the cover page of its statement. */
export function AccountDialog({ lines, changing, onClose }: OfLines<SentBodyOf<typeof requestAccount>>) {
  const { first, lineOf, options } = chosenOf(lines);
  const [cover, setCover] = useState<{ readonly file: File; readonly base64: string } | null>(null);
  const isTooLarge = cover !== null && cover.file.size > MAX_COVER_BYTES;
  const pick = async (file: File): Promise<void> => setCover({ file, base64: await base64Of(file) });
  return (
    <FormDialog
      title={texts.account}
      submit={texts.send}
      reasonHelp={texts.accountReason}
      values={{ line: first?.creditLineId ?? '', clabe: '', holderRFC: '' }}
      changing={changing}
      bodyOf={({ line, ...values }) => {
        const of = lineOf(line);
        if (of === undefined || isTooLarge) return null;
        return { product: of.product, currency: of.creditCurrency, ...values, ...(cover && { cover: cover.base64 }) };
      }}
      onDone={() => texts.sent}
      onClose={onClose}
    >
      {({ values, field, choice }) => {
        const { bank } = accountTyped(values.clabe);
        return (
          <>
            <p>{texts.accountHelp}</p>
            <SelectField {...choice('line')} label={texts.which} options={options} />
            <TextField
              {...field('clabe')}
              label={texts.clabe}
              inputMode="decimal"
              help={bank === '' ? undefined : texts.bankOf(bank)}
              data-autofocus
            />
            <TextField {...field('holderRFC')} label={texts.holder} help={texts.holderHelp} />
            <FileField
              label={texts.cover}
              help={texts.coverHelp}
              error={isTooLarge ? texts.coverTooLarge : null}
              accept="application/pdf"
              file={cover?.file ?? null}
              onPick={(file) => void pick(file)}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
