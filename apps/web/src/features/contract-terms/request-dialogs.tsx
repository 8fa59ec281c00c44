import type { requestAccount, requestLine } from '@anticipa/contract/client-requests';
import type { CreditInformation } from '@anticipa/contract/credit';
import type { SentBodyOf } from '@anticipa/contract/route';
import { MAX_COVER_BYTES } from '@anticipa/domain/client-request';
import { type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { accountTyped } from '@anticipa/domain/spei-banks';
import { useState } from 'react';
import { base64Of } from '../../lib/base64-of.ts';
import { formatMoney } from '../../lib/format.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { FileField, SelectField, TextField } from '../../ui/field/field.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { es } from './es.ts';
import { byPlace } from './view-model.ts';

const texts = es.requests;

interface DialogProps<Body> {
  readonly changing: Changing<Body, unknown>;
  readonly onClose: () => void;
}

/** Asks for a higher limit of one of the client's lines. */
export function LineDialog(
  props: DialogProps<SentBodyOf<typeof requestLine>> & { readonly lines: readonly CreditInformation[] },
) {
  const { changing, onClose } = props;
  const lines = props.lines.toSorted(byPlace);
  const [first] = lines;
  const lineOf = (id: string) => lines.find(({ creditLineId }) => creditLineId === id) ?? first;
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
            <SelectField
              {...choice('line')}
              label={texts.which}
              options={lines.map(({ creditLineId, displayName, creditCurrency }) => ({
                value: creditLineId,
                label: es.lines.of(displayName, creditCurrency),
              }))}
            />
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

const EMPTY: { readonly product: ProductCode; readonly currency: FinancedCurrency; clabe: string; holderRFC: string } =
  {
    product: 'BI',
    currency: 'MXN',
    clabe: '',
    holderRFC: '',
  };

/** Proposes an account for deposits, with the cover page of its statement. */
export function AccountDialog({ changing, onClose }: DialogProps<SentBodyOf<typeof requestAccount>>) {
  const names = useProductNames();
  const [cover, setCover] = useState<{ readonly file: File; readonly base64: string } | null>(null);
  const isTooLarge = cover !== null && cover.file.size > MAX_COVER_BYTES;
  const pick = async (file: File): Promise<void> => setCover({ file, base64: await base64Of(file) });
  return (
    <FormDialog
      title={texts.account}
      submit={texts.send}
      reasonHelp={texts.accountReason}
      values={EMPTY}
      changing={changing}
      bodyOf={(values) => (isTooLarge ? null : { ...values, ...(cover && { cover: cover.base64 }) })}
      onDone={() => texts.sent}
      onClose={onClose}
    >
      {({ values, field, choice }) => {
        const { bank } = accountTyped(values.clabe);
        return (
          <>
            <p>{texts.accountHelp}</p>
            <SelectField
              {...choice('product')}
              label={texts.product}
              options={productCodes.map((value) => ({ value, label: names[value] }))}
            />
            <SelectField
              {...choice('currency')}
              label={texts.currency}
              options={financedCurrencies.map((value) => ({ value, label: value }))}
            />
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
