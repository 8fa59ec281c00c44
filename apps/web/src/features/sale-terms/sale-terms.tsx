import { proposeSaleTerms } from '@anticipa/contract/approvals';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import type { SaleTerms, SaleTermsHistory } from '@anticipa/contract/sale-terms';
import { interestRateOfIva, ivaRates, ivaRegimes } from '@anticipa/domain/iva-regime';
import {
  collectorNames,
  ivaRateNames,
  ivaRegimeMeanings,
  ivaRegimeNames,
  saleTermsLabels,
} from '@anticipa/texts/sale-terms';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { type ProposalKey, waitingQuery } from '../../lib/waiting-proposals.ts';
import { ChangeCard } from '../../ui/change-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { FoldingCard } from '../../ui/overlay/folding-card.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { UnlessProposed } from '../../ui/unless-proposed.tsx';
import { saleTermsQuery, useProposeSaleTerms } from './api.ts';
import { es } from './es.ts';
import css from './sale-terms.module.css';

type Dated = SaleTermsHistory['lender'][number];

/** [LIB-93] The terms of the sales of all clients that have none of their own. */
export const LenderSaleTerms = () => <SaleTermsCard clientId={null} />;

/** [LIB-93] The terms of the sales of a client: its own, or else those of the lender. Among the settings they are behind their title. */
export function SaleTermsCard({ clientId }: { clientId: string | null }) {
  const { data, error, refetch } = useQuery(saleTermsQuery(clientId));
  const { data: waiting } = useQuery(waitingQuery);
  const mayPropose = useMay(proposeSaleTerms);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={4} />;
  const own = clientId === null ? data.lender : data.own;
  const standing = standingOn(data, data.today, clientId);
  const isFollowing = clientId !== null && !own.some((one) => one === standing);
  const upcoming = own.filter(({ from }) => from > data.today);
  const earlier = own.filter((one) => one !== standing && one.from <= data.today);
  const proposes: ProposalKey = `sale-terms:${clientId ?? ''}`;
  const isWaiting = waiting?.has(proposes) === true;
  const dialog = (close: () => void) => <ProposeForm clientId={clientId} known={data} onClose={close} />;
  const change = mayPropose ? (clientId === null ? es.propose : es.proposeOwn) : null;
  const shownTerms = (
    <>
      <p className="quiet">{es.explained}</p>
      {isWaiting ? <StatusBadge tone="info">{es.waiting}</StatusBadge> : null}
      {isFollowing && standing !== null ? <p>{es.ofLender}</p> : null}
      {standing === null ? <p>{es.none}</p> : <Terms one={standing} badge={es.inForce} />}
      {upcoming.map((one) => (
        <Terms key={one.from} one={one} badge={es.planned} />
      ))}
      {earlier.length === 0 ? null : (
        <details>
          <summary>{es.earlier}</summary>
          {earlier.map((one) => (
            <Terms key={one.from} one={one} badge={null} />
          ))}
        </details>
      )}
    </>
  );
  if (clientId !== null)
    return (
      <ChangeCard title={es.title} change={change} dialog={dialog} proposes={proposes}>
        {shownTerms}
      </ChangeCard>
    );
  return (
    <FoldingCard
      title={es.title}
      opens={standing === null || upcoming.length > 0 || isWaiting}
      aside={
        change === null ? null : (
          <UnlessProposed of={proposes}>
            <DialogButton size="small" dialog={dialog}>
              {change}
            </DialogButton>
          </UnlessProposed>
        )
      }
    >
      {shownTerms}
    </FoldingCard>
  );
}

/** The terms of sales of a day; null if none were decided until then. */
const standingOn = ({ own, lender }: SaleTermsHistory, day: string, clientId: string | null): Dated | null =>
  (clientId === null ? [] : own).find(({ from }) => from <= day) ?? lender.find(({ from }) => from <= day) ?? null;

const yesNo = (value: boolean): string => (value ? es.yes : es.no);

const shown: { readonly [K in keyof SaleTerms]: (terms: SaleTerms) => string } = {
  ivaRegime: (terms) => ivaRegimeNames[terms.ivaRegime],
  ivaRate: (terms) => ivaRateNames[terms.ivaRate],
  earlyRebate: (terms) => yesNo(terms.earlyRebate),
  ivaOnCollection: (terms) => yesNo(terms.ivaOnCollection),
  collectedBy: (terms) => collectorNames[terms.collectedBy],
  withRecourse: (terms) => yesNo(terms.withRecourse),
  openingRate: (terms) => terms.openingRate,
  openingMXN: (terms) => terms.openingMXN,
  openingUSD: (terms) => terms.openingUSD,
};
const fields = [
  ...(['ivaRegime', 'ivaRate', 'earlyRebate', 'ivaOnCollection', 'collectedBy', 'withRecourse'] as const),
  ...(['openingRate', 'openingMXN', 'openingUSD'] as const),
];

function Terms({ one, badge }: { one: Dated; badge: string | null }) {
  const { from, until } = one;
  return (
    <section className={css.terms}>
      <div className={css.days}>
        <h3>{until === null ? es.since(formatDate(from)) : es.between(formatDate(from), formatDate(until))}</h3>
        {badge === null ? null : <StatusBadge tone={badge === es.planned ? 'info' : 'good'}>{badge}</StatusBadge>}
      </div>
      <p className="quiet">{ivaRegimeMeanings[one.ivaRegime]}</p>
      <Facts facts={fields.map((field) => [saleTermsLabels[field], shown[field](one)] as const)} />
    </section>
  );
}

type Body = SentBodyOf<typeof proposeSaleTerms>;
type Typed = { readonly [K in keyof SaleTerms]: SaleTerms[K] extends boolean ? 'yes' | 'no' : SaleTerms[K] } & {
  readonly from: string | null;
};

/** The lender's usual terms, where nothing was decided. */
const usual: SaleTerms = {
  ivaRegime: 'devengado',
  ivaRate: '16',
  earlyRebate: false,
  ivaOnCollection: false,
  collectedBy: 'lender',
  withRecourse: true,
  openingRate: '0',
  openingMXN: '0.00',
  openingUSD: '0.00',
};

const typedFrom = ({ earlyRebate, ivaOnCollection, withRecourse, ...terms }: SaleTerms): Omit<Typed, 'from'> => {
  const word = (value: boolean) => (value ? 'yes' : 'no');
  return {
    ...terms,
    earlyRebate: word(earlyRebate),
    ivaOnCollection: word(ivaOnCollection),
    withRecourse: word(withRecourse),
  };
};

const termsOf = ({
  ivaRegime,
  ivaRate,
  collectedBy,
  openingRate,
  openingMXN,
  openingUSD,
  ...words
}: Typed): SaleTerms => ({
  ivaRegime,
  ivaRate,
  collectedBy,
  openingRate,
  openingMXN,
  openingUSD,
  earlyRebate: words.earlyRebate === 'yes',
  ivaOnCollection: words.ivaOnCollection === 'yes',
  withRecourse: words.withRecourse === 'yes',
});

const isAmount = (text: string): boolean => /^\d{1,9}(\.\d{1,2})?$/.test(text);

const optionsOf = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: names[value] }));
const yesOrNo = optionsOf(['yes', 'no'], { yes: es.yes, no: es.no });

function ProposeForm(props: { clientId: string | null; known: SaleTermsHistory; onClose: () => void }) {
  const { clientId, known, onClose } = props;
  const { today } = known;
  const {
    from: _,
    until: __,
    ...present
  } = { from: null, until: null, ...(standingOn(known, today, clientId) ?? usual) };
  const proposing = useProposeSaleTerms();
  return (
    <FormDialog<Typed, Body, ResponseOf<typeof proposeSaleTerms>>
      title={clientId === null ? es.title : es.proposeOwn}
      submit={es.submit}
      values={{ ...typedFrom(present), from: today }}
      errorsOf={({ from, openingRate, openingMXN, openingUSD }) => ({
        from: from === null || from < today ? es.fromWrong : null,
        openingRate: /^\d{1,2}(\.\d{1,8})?$/.test(openingRate) && Number(openingRate) <= 10 ? null : es.rateWrong,
        openingMXN: isAmount(openingMXN) ? null : es.amountWrong,
        openingUSD: isAmount(openingUSD) ? null : es.amountWrong,
      })}
      changing={proposing}
      bodyOf={({ reason, ...typed }) =>
        typed.from === null ? null : { clientId, proposed: { ...termsOf(typed), from: typed.from }, reason }
      }
      onDone={() => es.sent}
      onClose={onClose}
    >
      {({ choice, field, values }) => (
        <>
          <SelectField
            {...choice('ivaRegime')}
            label={saleTermsLabels.ivaRegime}
            help={ivaRegimeMeanings[values.ivaRegime]}
            options={optionsOf(ivaRegimes, ivaRegimeNames)}
            data-autofocus
          />
          <SelectField
            {...choice('ivaRate')}
            label={saleTermsLabels.ivaRate}
            options={optionsOf(ivaRates, ivaRateNames)}
          />
          <SelectField {...choice('earlyRebate')} label={saleTermsLabels.earlyRebate} options={yesOrNo} />
          <SelectField {...choice('ivaOnCollection')} label={saleTermsLabels.ivaOnCollection} options={yesOrNo} />
          <SelectField
            {...choice('collectedBy')}
            label={saleTermsLabels.collectedBy}
            options={optionsOf(['lender', 'client'], collectorNames)}
          />
          <SelectField {...choice('withRecourse')} label={saleTermsLabels.withRecourse} options={yesOrNo} />
          <TextField
            {...field('openingRate')}
            label={saleTermsLabels.openingRate}
            help={es.openingHelp}
            inputMode="decimal"
          />
          <TextField {...field('openingMXN')} label={saleTermsLabels.openingMXN} inputMode="decimal" />
          <TextField {...field('openingUSD')} label={saleTermsLabels.openingUSD} inputMode="decimal" />
          <DateField {...choice('from')} label={es.from} help={es.fromHelp} today={today} min={today} />
          <Preview clientId={clientId} known={known} typed={values} />
        </>
      )}
    </FormDialog>
  );
}

/** Says what the proposal changes, from when, and for whom. */
function Preview({ clientId, known, typed }: { clientId: string | null; known: SaleTermsHistory; typed: Typed }) {
  const from = typed.from ?? known.today;
  const before = standingOn(known, from, clientId);
  const after = termsOf(typed);
  const ivaOf = ({ ivaRegime, ivaRate }: SaleTerms): string => `${interestRateOfIva(ivaRegime, ivaRate)}.00`;
  const rows = [
    ...fields.map((field) => [saleTermsLabels[field], shown[field]] as const),
    [es.ivaOfInterest, ivaOf] as const,
  ].flatMap(([label, textOf]) => {
    const [old, text] = [before === null ? es.newTerms : textOf(before), textOf(after)];
    return old === text ? [] : [[label, es.change(old, text)] as const];
  });
  return (
    <section aria-label={es.preview} aria-live="polite" className={css.terms}>
      <h3>{es.preview}</h3>
      {rows.length === 0 ? <p>{es.unchanged}</p> : <Facts facts={rows} inLine />}
      <p className="quiet">{es.keeps(formatDate(from))}</p>
      {clientId !== null ? <p className="quiet">{es.onlyThis}</p> : null}
      {clientId === null && known.clientsWithOwn > 0 ? (
        <p className="quiet">{es.others(known.clientsWithOwn)}</p>
      ) : null}
    </section>
  );
}
