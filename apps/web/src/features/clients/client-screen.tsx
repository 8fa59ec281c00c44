import { approvalRoles } from '@anticipa/contract/approvals';
import { type LenderClient, setClientSync, setPaymentOrderCompany } from '@anticipa/contract/lender-clients';
import { viewClient } from '@anticipa/contract/views';
import { isAccountBlocked } from '@anticipa/domain/approval';
import { moneyOf, subtract } from '@anticipa/domain/money';
import { withName } from '@anticipa/texts/catalogue-keys';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatMoney, formatTableDate } from '../../lib/format.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { viewAddress } from '../../lib/view.ts';
import type { ProposalKey } from '../../lib/waiting-proposals.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { CreditBar } from '../../ui/chart/credit-bar.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { LineEnd } from '../../ui/line-end.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UnlessProposed } from '../../ui/unless-proposed.tsx';
import {
  clientQuery,
  paymentOrderCompaniesQuery,
  usePropose,
  useSetPaymentOrderCompany,
  useSetSync,
  useViewClient,
} from './api.ts';
import css from './clients.module.css';
import { Closing } from './components/closing.tsx';
import { FiscalData } from './components/fiscal-data.tsx';
import { People } from './components/people.tsx';
import { Products } from './components/products.tsx';
import { ProposeForm } from './components/propose-form.tsx';
import { TaxHistory } from './components/tax-history.tsx';
import { Timeline } from './components/timeline.tsx';
import { es } from './es.ts';
import { type Place, placesOf } from './view-model.ts';

const back = { to: lenderPaths.clients, label: es.back };

interface ClientScreenProps {
  readonly clientId: string;
  /** Proposals that wait for a second person. */
  readonly waiting: ReactNode;
  readonly owed?: ReactNode;
  /** The card with the taxes of the client's sales. */
  readonly terms?: ReactNode;
  /** Tabs with the papers of the client, such as its statement and its CFDI. */
  readonly papers?: readonly { readonly value: string; readonly label: string; readonly shown: ReactNode }[];
}

/** [OPE-04] [OPE-05] Shows a client: its debt, lines, accounts and products, and in tabs its papers, data, people and history. */
export function ClientScreen({ clientId, waiting, owed, terms, papers = [] }: ClientScreenProps) {
  const [named, name] = useSearchParam('cola');
  const { data: client, error, refetch } = useQuery(clientQuery(clientId));
  if (!client)
    return (
      <Page title={es.title} back={back}>
        <LoadFallback error={error} onRetry={refetch} title={es.failedOne} lines={8} />
      </Page>
    );
  const tabs = [
    {
      value: '',
      label: es.summary,
      shown: (
        <div className="blocks">
          {owed}
          <Places client={client} kind="line" />
          <Places client={client} kind="account" />
          <Products client={client} />
        </div>
      ),
    },
    ...papers,
    {
      value: 'datos',
      label: es.data,
      shown: (
        <div className="blocks">
          <People client={client} />
          <Identity client={client} />
          {terms}
          <Closing client={client} />
        </div>
      ),
    },
    { value: 'historial', label: es.timeline.title, shown: <Timeline clientId={clientId} /> },
  ];
  const tab = tabs.find(({ value }) => value === named) ?? tabs[0];
  return (
    <Page title={client.entityName} back={back}>
      {client.state === 'closed' ? (
        <div>
          <StatusBadge tone="neutral">{es.closing.badge}</StatusBadge>
        </div>
      ) : null}
      <SeePortal client={client} />
      {waiting}
      <Tabs label={es.views} tabs={tabs} value={tab?.value ?? ''} onChange={name}>
        {tab?.shown}
      </Tabs>
    </Page>
  );
}

const proposalOf = (
  kind: 'credit-line' | 'bank-account' | 'account-release',
  { clientId }: Pick<LenderClient, 'clientId'>,
  { product, currency }: Place,
): ProposalKey => `${kind}:${clientId},${product},${currency}`;

function Places({ client, kind }: { client: LenderClient; kind: 'line' | 'account' }) {
  const [chosen, setChosen] = useState<Place | null>(null);
  const places = placesOf(client);
  const names = useProductNames();
  const mayPropose = useMay({ roles: approvalRoles[kind === 'line' ? 'credit-line' : 'bank-account'] });
  const texts = kind === 'line' ? es.lines : es.accounts;
  const nameOf = ({ product, currency }: Place): string => `${es.place[kind]} ${names[product]} ${currency}`;
  return (
    <Card title={texts.title}>
      {places.length === 0 ? <p className="quiet">{es.products.missing}</p> : null}
      <Rows>
        {places.map((place) => (
          <Row key={nameOf(place)}>
            <div>
              <strong>
                {names[place.product]} {place.currency}
              </strong>
              {kind === 'line' ? <Line place={place} /> : <Account place={place} />}
            </div>
            <ButtonRow>
              {kind === 'account' ? <Release clientId={client.clientId} place={place} name={nameOf(place)} /> : null}
              {place.isAuthorised && mayPropose ? (
                <UnlessProposed of={proposalOf(kind === 'line' ? 'credit-line' : 'bank-account', client, place)}>
                  <Button size="small" aria-label={es.changeLabel(nameOf(place))} onClick={() => setChosen(place)}>
                    {es.change}
                  </Button>
                </UnlessProposed>
              ) : null}
            </ButtonRow>
          </Row>
        ))}
      </Rows>
      {chosen ? (
        <ProposeForm
          clientId={client.clientId}
          kind={kind}
          place={chosen}
          title={es.changeLabel(nameOf(chosen))}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </Card>
  );
}

function Line({ place: { line, currency } }: { place: Place }) {
  if (line === null) return <span className="quiet">{es.lines.none}</span>;
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  const limit = moneyOf(line.limit, currency);
  const available = subtract(subtract(limit, moneyOf(line.used, currency)), moneyOf(line.held, currency));
  return (
    <>
      <CreditBar label={es.lines.title} available={available} limit={limit} thin />
      <span className={css.parts}>
        <span>{`${es.fields.limit} ${money(line.limit)}`}</span>
        <span>{`${es.lines.use} ${money(line.used)}`}</span>
        <span>{`${es.lines.held} ${money(line.held)}`}</span>
      </span>
      <span className={`quiet ${css.parts}`}>
        <span>{es.lines.interestRate(line.interestRate)}</span>
        <span>{es.lines.advance(line.advancePercent)}</span>
        <span>{es.lines.moratoryRate(line.moratoryRate)}</span>
        <span>{`${es.fields.daysInYear} ${line.daysInYear}`}</span>
        {line.multiCurrency ? <span>{es.fields.multiCurrency}</span> : null}
      </span>
      <LineEnd validUntil={line.validUntil} />
    </>
  );
}

function Account({ place: { account } }: { place: Place }) {
  if (account === null) return <span className="quiet">{es.accounts.none}</span>;
  const { bank, clabe, paysFrom } = account;
  const isCooling = paysFrom !== null && new Date(paysFrom) > new Date();
  return (
    <>
      <span>
        {bank} · <Clabe of={clabe} />
      </span>
      {isCooling ? (
        <span className="quiet">
          {isAccountBlocked(paysFrom) ? es.accounts.blocked : es.accounts.cooling(formatTableDate(paysFrom))}
        </span>
      ) : null}
    </>
  );
}

function Identity({ client }: { client: LenderClient }) {
  const { allowed, active } = client.sync;
  const facts = [
    [es.facts.rfc, client.rfc],
    [es.facts.regime, client.fiscalRegime === null ? es.none : withName(client.fiscalRegime)],
    [es.facts.postalCode, client.postalCode ?? es.none],
    [es.facts.branch, client.branch],
    [es.facts.promoter, client.promoterPhone],
    [es.facts.paymentOrders, client.paymentOrderCompany ?? es.paymentOrders.none],
    [es.facts.sync, es.sync.states[active ? 'active' : allowed ? 'allowed' : 'off']],
  ] as const;
  const changes = (
    <ButtonRow>
      <FiscalData client={client} />
      <PaymentOrderCompany client={client} />
      <SyncPermission client={client} />
    </ButtonRow>
  );
  return (
    <Card title={es.facts.title} aside={changes}>
      <Facts facts={facts} />
      <TaxHistory clientId={client.clientId} />
    </Card>
  );
}

/** [OPE-05] Proposes that a changed account receives deposits at once; nothing for an account that does already. */
function Release({ clientId, place, name }: { clientId: string; place: Place; name: string }) {
  const proposing = usePropose();
  const mayPropose = useMay({ roles: approvalRoles['account-release'] });
  const paysFrom = place.account?.paysFrom ?? null;
  if (!mayPropose || paysFrom === null || new Date(paysFrom) <= new Date()) return null;
  const { product, currency } = place;
  const change = { kind: 'account-release' as const };
  const texts = isAccountBlocked(paysFrom) ? es.accounts.confirm : es.accounts.release;
  return (
    <UnlessProposed of={proposalOf('account-release', { clientId }, place)}>
      <DialogButton
        size="small"
        aria-label={texts.of(name)}
        dialog={(close) => (
          <FormDialog
            title={texts.of(name)}
            submit={es.form.submit}
            values={{}}
            changing={proposing}
            bodyOf={({ reason }) => ({ clientId, product, currency, reason, change })}
            onDone={() => es.form.sent}
            onClose={close}
          >
            <p>{texts.text}</p>
          </FormDialog>
        )}
      >
        {texts.open}
      </DialogButton>
    </UnlessProposed>
  );
}

/** [OPE-04] Lets a client connect to the tax authority, or ends that; nothing without the role. */
function SyncPermission({ client: { clientId, sync } }: { client: LenderClient }) {
  const may = useMay(setClientSync);
  const setting = useSetSync(clientId);
  if (!may) return null;
  const { allowed } = sync;
  const title = allowed ? es.sync.end : es.sync.allow;
  return (
    <DialogButton
      size="small"
      dialog={(close) => (
        <FormDialog
          title={title}
          submit={title}
          isDanger={allowed}
          values={{}}
          changing={setting}
          bodyOf={({ reason }) => ({ allowed: !allowed, reason })}
          onDone={() => (allowed ? es.sync.ended : es.sync.allowed)}
          onClose={close}
        >
          <p>{allowed ? es.sync.endText : es.sync.allowText}</p>
        </FormDialog>
      )}
    >
      {title}
    </DialogButton>
  );
}

/** [OPE-04] Changes under which company the client's payers get their CLABEs; nothing without the role. */
function PaymentOrderCompany({ client }: { client: LenderClient }) {
  const may = useMay(setPaymentOrderCompany);
  if (!may) return null;
  return (
    <DialogButton size="small" dialog={(close) => <CompanyForm client={client} onClose={close} />}>
      {es.paymentOrders.change}
    </DialogButton>
  );
}

function CompanyForm({ client, onClose }: { client: LenderClient; onClose: () => void }) {
  const { clientId, paymentOrderCompany } = client;
  const { data } = useQuery(paymentOrderCompaniesQuery);
  const companies = data ?? (paymentOrderCompany === null ? [] : [paymentOrderCompany]);
  const setting = useSetPaymentOrderCompany(clientId);
  return (
    <FormDialog
      title={es.paymentOrders.change}
      submit={es.paymentOrders.submit}
      values={{ company: paymentOrderCompany ?? '' }}
      changing={setting}
      bodyOf={({ company, reason }) => ({ company: company || null, reason })}
      onDone={() => es.paymentOrders.done}
      onClose={onClose}
    >
      {({ choice }) => (
        <>
          <p>{data?.length === 0 ? es.paymentOrders.noRange : es.paymentOrders.text}</p>
          <SelectField
            {...choice('company')}
            label={es.paymentOrders.company}
            options={['', ...companies].map((value) => ({ value, label: value || es.paymentOrders.none }))}
          />
        </>
      )}
    </FormDialog>
  );
}

/** [OPE-09] Opens the portal in this tab as the client sees it. */
function SeePortal({ client: { clientId, entityName } }: { client: LenderClient }) {
  const viewing = useViewClient(clientId);
  if (!useMay(viewClient)) return null;
  return (
    <div>
      <DialogButton
        icon="eye"
        dialog={(close) => (
          <FormDialog
            title={es.view.title(entityName)}
            submit={es.view.open}
            values={{}}
            changing={viewing}
            bodyOf={({ reason }) => reason}
            onDone={({ viewId }) => {
              void leaveFor(viewAddress(viewId, clientId));
              return null;
            }}
            onClose={close}
          >
            <p>{es.view.text}</p>
          </FormDialog>
        )}
      >
        {es.view.open}
      </DialogButton>
    </div>
  );
}
