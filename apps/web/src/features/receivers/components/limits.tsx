import type { Receiver } from '@anticipa/contract/lender-receivers';
import { isRaised } from '@anticipa/domain/approval';
import { type FinancedCurrency, moneyOf, subtract, zero } from '@anticipa/domain/money';
import { useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { amountTyped } from '../../../lib/typed-amount.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { useSetLimit } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';
import { exposureIn, leftOf } from '../view-model.ts';

const texts = es.limits;
const currencies = ['MXN', 'USD'] as const;

interface LimitsProps {
  readonly companyId: string;
  /** Null: of all clients together. */
  readonly client: Pick<Receiver['pairs'][number], 'clientId' | 'entityName'> | null;
  readonly exposures: Receiver['exposures'];
  readonly canChange: boolean;
}

/** A limit for each currency with what counts against it, each with its change. */
export function Limits({ companyId, client, exposures, canChange }: LimitsProps) {
  const [chosen, setChosen] = useState<FinancedCurrency | null>(null);
  const labelOf = (currency: FinancedCurrency): string =>
    client === null ? texts.changeOf(currency) : texts.changeOfPair(currency, client.entityName);
  return (
    <>
      <Rows>
        {currencies.map((currency) => (
          <Row key={currency}>
            <Limit exposure={exposureIn(exposures, currency)} />
            {canChange ? (
              <Button size="small" aria-label={labelOf(currency)} onClick={() => setChosen(currency)}>
                {texts.change}
              </Button>
            ) : null}
          </Row>
        ))}
      </Rows>
      {chosen === null ? null : (
        <LimitDialog
          companyId={companyId}
          clientId={client?.clientId ?? null}
          exposure={exposureIn(exposures, chosen)}
          title={labelOf(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

type Exposure = Receiver['exposures'][number];

function Limit({ exposure }: { exposure: Exposure }) {
  const { currency, limit, owed, held } = exposure;
  const left = leftOf(exposure);
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  const isOver = left !== null && left.cents < 0n;
  const shown = [
    [texts.limit, limit === null ? texts.unlimitedIn(currency) : money(limit)],
    [texts.owed, money(owed)],
    [texts.held, money(held)],
    [texts.left, left === null ? es.none : formatMoney(isOver ? zero(currency) : left)],
  ] as const;
  return (
    <div>
      <Facts className={css.figures} label={currency} facts={shown} />
      {isOver ? (
        <StatusBadge tone="bad">{texts.excess(formatMoney(subtract(zero(currency), left)))}</StatusBadge>
      ) : null}
    </div>
  );
}

function LimitDialog(props: {
  companyId: string;
  clientId: string | null;
  exposure: Exposure;
  title: string;
  onClose: () => void;
}) {
  const { companyId, clientId, exposure, title, onClose } = props;
  const { currency, limit: now } = exposure;
  const changing = useSetLimit(companyId);
  /** Undefined while the amount is wrong. */
  const wantedIn = ({ limit, isUnlimited }: { limit: string; isUnlimited: boolean }): string | null | undefined =>
    isUnlimited ? null : (amountTyped(limit) ?? undefined);
  const isRaise = (wanted: string | null | undefined): boolean =>
    wanted !== undefined && isRaised(now, wanted, currency);
  return (
    <FormDialog
      title={title}
      submit={(values) => (isRaise(wantedIn(values)) ? texts.propose : texts.apply)}
      values={{ limit: now ?? '', isUnlimited: false }}
      errorsOf={(values) => ({ limit: wantedIn(values) === undefined ? texts.amountWrong : null })}
      changing={changing}
      bodyOf={({ reason, ...values }) => {
        const limit = wantedIn(values);
        return limit === undefined ? null : { currency, clientId, limit, reason };
      }}
      onDone={({ proposal }) => (proposal === null ? texts.applied : texts.proposed)}
      onClose={onClose}
    >
      {({ values, field, choice }) => {
        const wanted = wantedIn(values);
        const after = wanted === undefined ? null : leftOf({ ...exposure, limit: wanted });
        return (
          <>
            <Limit exposure={exposure} />
            {values.isUnlimited ? null : (
              <TextField {...field('limit')} label={texts.amount(currency)} inputMode="decimal" data-autofocus />
            )}
            {now === null ? null : (
              <Checkbox
                label={texts.unlimited}
                checked={values.isUnlimited}
                onChange={({ target }) => choice('isUnlimited').onChange(target.checked)}
              />
            )}
            <p aria-live="polite">
              {isRaise(wanted) ? texts.raise : texts.lower}{' '}
              {after !== null && after.cents < 0n
                ? texts.excess(formatMoney(subtract(zero(currency), after)))
                : after !== null && `${texts.left}: ${formatMoney(after)}.`}
            </p>
          </>
        );
      }}
    </FormDialog>
  );
}
