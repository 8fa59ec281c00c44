import { getSetup } from '@anticipa/contract/settings';
import { type SetupStep, setupRoles } from '@anticipa/domain/setup';
import { roleNames } from '@anticipa/texts/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../lib/api-client.ts';
import { lenderPaths, type SettingCardId } from '../../lib/lender-paths.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { es } from './es.ts';

/** Read anew with each screen that shows it, and once a minute: others do some of the steps. */
const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await call(getSetup, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.length === 0 ? false : 60_000),
  refetchOnMount: 'always',
});

/** Screen for each step; a tax authority is pinned on the server. */
const places = {
  'tax-authority': null,
  'second-person': lenderPaths.operators,
  'tax-data': lenderPaths.settings,
  'mail-sender': lenderPaths.settings,
  terms: lenderPaths.settings,
  'lender-account': lenderPaths.settings,
  'payment-limits': lenderPaths.settings,
  reminders: lenderPaths.settings,
  'taxpayer-list': lenderPaths.taxpayerList,
  client: lenderPaths.clients,
  'credit-line': lenderPaths.clients,
  'bank-account': lenderPaths.clients,
} as const satisfies Readonly<Record<SetupStep, string | null>>;

/** The card of the settings where a step is done. */
const cards: Readonly<Partial<Record<SetupStep, SettingCardId>>> = {
  'tax-data': 'lender',
  'mail-sender': 'brand',
  terms: 'terms',
  'lender-account': 'accounts',
  'payment-limits': 'amounts',
  reminders: 'reminders',
};

const roleList = new Intl.ListFormat('es-MX', { type: 'disjunction' });

/** [OPE-30] What is missing before a first sale; nothing once everything is there, or if it cannot be read. */
export function SetupList() {
  const { data } = useQuery(setupQuery);
  if (!data?.length) return null;
  return (
    <Card title={es.title}>
      <Rows>
        {data.map((step) => (
          <Step key={step} of={step} />
        ))}
      </Rows>
    </Card>
  );
}

/** Whether the operator may do one of the missing steps. */
function useHasStep(): boolean {
  const { data = [] } = useQuery(setupQuery);
  const { roles } = useUser();
  return data.some((step) => mayWith(roles, { roles: setupRoles[step] }));
}

/** The list above today's work, for those who may do some of it. */
export const SetupAbove = () => (useHasStep() ? <SetupList /> : null);

/** Shows the setup steps below today's work to operators who cannot do them. */
export const SetupBelow = () => (useHasStep() ? null : <SetupList />);

function Step({ of: step }: { of: SetupStep }) {
  const roles = setupRoles[step];
  const [title, why] = es.steps[step];
  const place = places[step];
  const may = useMay({ roles });
  return (
    <Row>
      <div>
        {place && may ? (
          <Link to={place} hash={cards[step] ?? ''}>
            {title}
          </Link>
        ) : (
          <strong>{title}</strong>
        )}
        <span className="quiet">{why}</span>
      </div>
      {roles.length > 0 ? (
        <span className="quiet">{es.roles(roleList.format(roles.map((role) => roleNames[role])))}</span>
      ) : null}
    </Row>
  );
}
