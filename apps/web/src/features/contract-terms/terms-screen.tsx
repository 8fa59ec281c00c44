import { type ContractChange, getContractTerms } from '@anticipa/contract/contract-terms';
import type { CreditInformation, getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { statedTermsText } from '@anticipa/texts/sale-terms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatAccount, formatDate, formatMoney, formatTableDate, withheldPercent } from '../../lib/format.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { creditQuery } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { screens } from '../../lib/screens.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Expansion } from '../../ui/overlay/expansion.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { Page } from '../../ui/page.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { NONE } from '../../ui/table/columns.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { Accepted } from './accepted.tsx';
import { es } from './es.ts';
import { Requests } from './requests.tsx';
import css from './terms.module.css';
import { byPlace } from './view-model.ts';

type Terms = ResponseOf<typeof getContractTerms>;

const termsQuery = queryOptions({
  queryKey: ['credit', 'terms'],
  queryFn: ({ signal }) => call(getContractTerms, { signal }),
});

/** [EFE-10] The contract in force, its rates and lines, what changed and from when, and the contracts that were accepted. */
export function TermsScreen() {
  const credit = useQuery(creditQuery);
  const terms = useQuery(termsQuery);
  return (
    <Page title={screens.terms.title} intro={es.intro}>
      {credit.data && terms.data ? (
        <div className="blocks">
          <Lines {...credit.data} />
          <Requests lines={credit.data.lines} />
          <Contract {...terms.data} />
          <SaleConditions terms={terms.data.saleTerms} />
          <Changes changes={terms.data.changes} />
          <Accepted contracts={terms.data.accepted} />
        </div>
      ) : (
        <QueryFallback
          failed={credit.isError || terms.isError}
          onRetry={() => void Promise.all([credit.refetch(), terms.refetch()])}
          lines={8}
        >
          {es.failed}
        </QueryFallback>
      )}
    </Page>
  );
}

function Contract({ contract, others }: Pick<Terms, 'contract' | 'others'>) {
  const [isOpen, setOpen] = useState(false);
  const texts = es.contract;
  if (contract === null) {
    return (
      <PhoneFoldedCard title={texts.title}>
        <p className="quiet">{texts.none}</p>
      </PhoneFoldedCard>
    );
  }
  const { version, from, hash, body } = contract;
  const save = (): void =>
    saveFile({ blob: new Blob([body], { type: 'text/plain;charset=utf-8' }), name: `contrato-version-${version}.txt` });
  return (
    <PhoneFoldedCard
      title={texts.title}
      aside={
        <Button icon="download" onClick={save}>
          {texts.download}
        </Button>
      }
    >
      <Facts
        inLine
        facts={[
          [texts.version, version],
          [texts.from, formatTableDate(from)],
          [
            texts.hash,
            <code key="hash" className={css.hash}>
              {hash}
            </code>,
          ],
        ]}
      />
      <p className="quiet">{texts.each}</p>
      <Expansion title={texts.read} open={isOpen} onToggle={setOpen}>
        <p className={css.text}>{body}</p>
      </Expansion>
      {others.length > 0 ? (
        <>
          <h3>{texts.others}</h3>
          <ul>
            {others.map((other) => (
              <li key={other.version}>{texts.other(other.version, formatTableDate(other.from))}</li>
            ))}
          </ul>
        </>
      ) : null}
    </PhoneFoldedCard>
  );
}

function Lines({ lines, products }: Pick<ResponseOf<typeof getCreditInformation>, 'lines' | 'products'>) {
  const phone = usePhone();
  const texts = es.lines;
  const shown = lines.toSorted(byPlace).map((line) => {
    const { accounts = [] } = products.find(({ product }) => product === line.product) ?? {};
    return {
      id: line.creditLineId,
      name: texts.of(line.displayName, line.creditCurrency),
      facts: factsOf(
        line,
        accounts.find(({ currency }) => currency === line.creditCurrency),
      ),
    };
  });
  return (
    <Card title={texts.title}>
      {shown.length === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : phone ? (
        shown.map((line) => <Line key={line.id} {...line} />)
      ) : (
        <LineTable lines={shown} />
      )}
    </Card>
  );
}

interface ShownLine {
  readonly id: string;
  readonly name: string;
  /** Each label has a fact in every line; null where it does not apply. */
  readonly facts: ReturnType<typeof factsOf>;
}

/** One line beside the other, so that the same condition of each is in one row. */
function LineTable({ lines }: { lines: readonly ShownLine[] }) {
  const labels = lines[0]?.facts.map(([label]) => label) ?? [];
  return (
    <table className={css.lines} aria-label={es.lines.title}>
      <thead>
        <tr>
          <td />
          {lines.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, place) =>
          lines.every(({ facts }) => facts[place]?.[1] === null) ? null : (
            <tr key={label}>
              <th scope="row">{label}</th>
              {lines.map(({ id, facts }) => (
                <td key={id}>{facts[place]?.[1] ?? NONE}</td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

/** A line begins with what it gives and costs; a phone keeps its further conditions behind a button. */
function Line({ name, facts }: ShownLine) {
  const [isOpen, setOpen] = useState(false);
  const given = facts.filter(([, value]) => value !== null);
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <Facts inLine facts={given.slice(0, FIRST_FACTS)} />
      <Expansion title={es.lines.more(name)} open={isOpen} onToggle={setOpen}>
        <Facts inLine facts={given.slice(FIRST_FACTS)} />
      </Expansion>
    </section>
  );
}

type Account = Parameters<typeof formatAccount>[0] | undefined;

/** The available amount, the limit and the rate. */
const FIRST_FACTS = 3;

function factsOf(line: CreditInformation, account: Account) {
  const texts = es.lines;
  const money = (amount: string) => <MoneyText amount={moneyOf<FinancedCurrency>(amount, line.creditCurrency)} />;
  const fixed = line.opening?.amounts[line.creditCurrency] ?? '0.00';
  return [
    [texts.available, money(line.available)],
    [texts.limit, money(line.creditLimit)],
    [texts.rate, texts.rateOf(line.interestRate, line.diasBase)],
    [texts.used, money(line.creditUsed)],
    [texts.held, money(line.creditHeld)],
    [texts.aforo, texts.aforoOf(withheldPercent(line.porcentajeAdelanto))],
    [texts.moratory, texts.percent(line.moratoryRate)],
    [texts.iva, texts.percent(line.ivaRate)],
    [
      texts.opening,
      line.opening
        ? texts.openingOf(line.opening.rate, formatMoney(moneyOf<FinancedCurrency>(fixed, line.creditCurrency)))
        : null,
    ],
    [texts.rebate, texts.rebates[`${line.earlyRebate}`]],
    [texts.until, line.validUntil === null ? texts.noEnd : formatDate(line.validUntil)],
    [texts.account, account ? formatAccount(account) : texts.noAccount],
  ] as const;
}

function SaleConditions({ terms }: { terms: Terms['saleTerms'] }) {
  const texts = es.terms;
  return (
    <PhoneFoldedCard title={texts.title}>
      {terms.length === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <Rows>
          {terms.map((each) => (
            <Row key={each.from}>
              <div>
                <strong>
                  {each.until === null
                    ? texts.from(formatDate(each.from))
                    : texts.span(formatDate(each.from), formatDate(each.until))}
                </strong>
                <span>{statedTermsText(each)}.</span>
              </div>
            </Row>
          ))}
        </Rows>
      )}
    </PhoneFoldedCard>
  );
}

/** The values of a line that a change brought, in words. */
function changedValues(change: ContractChange): readonly string[] {
  const texts = es.changes;
  const said = (label: string, before: string | null, after: string): string[] =>
    before === null ? [texts.first(label, after)] : before === after ? [] : [texts.changed(label, before, after)];
  if (change.kind === 'bank-account')
    return said(es.lines.account, change.before && formatAccount(change.before), formatAccount(change.after));
  const { before, after, currency } = change;
  const value = (label: string, pick: (terms: typeof after) => string): string[] =>
    said(label, before && pick(before), pick(after));
  return [
    ...value(es.lines.limit, ({ limit }) => formatMoney(moneyOf<FinancedCurrency>(limit, currency))),
    ...value(es.lines.rate, ({ interestRate, daysInYear }) => es.lines.rateOf(interestRate, daysInYear)),
    ...value(es.lines.aforo, ({ advancePercent }) => es.lines.percent(withheldPercent(advancePercent))),
    ...value(es.lines.moratory, ({ moratoryRate }) => es.lines.percent(moratoryRate)),
    ...value(es.lines.until, ({ validUntil }) => (validUntil === null ? es.lines.noEnd : formatDate(validUntil))),
  ];
}

function Changes({ changes }: Pick<Terms, 'changes'>) {
  const texts = es.changes;
  const names = useProductNames();
  return (
    <PhoneFoldedCard title={texts.title}>
      {changes.length === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <Rows>
          {changes.map((change) => {
            const place = es.lines.of(names[change.product], change.currency);
            return (
              <Row key={`${change.at} ${change.kind} ${place}`}>
                <div>
                  <strong>
                    {formatTableDate(change.at)} ·{' '}
                    {change.kind === 'bank-account' ? texts.account(place) : texts.line(place)}
                  </strong>
                  {changedValues(change).map((value) => (
                    <span key={value}>{value}</span>
                  ))}
                </div>
              </Row>
            );
          })}
        </Rows>
      )}
    </PhoneFoldedCard>
  );
}
