import type { Settings } from '@anticipa/contract/settings';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { formatDate } from '../../lib/format.ts';
import { Rows } from '../../ui/rows.tsx';
import { SettingCard } from './components/setting-card.tsx';
import { es } from './es.ts';
import { ProposedRow, useProposal } from './proposed-settings.tsx';

const texts = es.factors;

/** [FAC-08] The day from which all people of clients need a second factor. */
export function FactorDemand({ settings: { factorsFrom } }: { readonly settings: Settings }) {
  const propose = useProposal('client-factors');
  const today = dateAt(new Date(), MEXICO_CITY);
  const from = {
    name: 'requiredFrom',
    label: texts.from,
    value: factorsFrom ?? '',
    type: 'date' as const,
    help: texts.fromHelp,
    isOptional: true as const,
    problemOf: (day: string) => (day < today ? texts.past : null),
  };
  return (
    <SettingCard id="factors" title={texts.title} kinds={['client-factors']} missing={false}>
      <p className="quiet">{texts.explained}</p>
      <Rows>
        <ProposedRow
          kind="client-factors"
          setting="clients"
          title={texts.all}
          value={factorsFrom === null ? texts.never : texts.since(formatDate(factorsFrom))}
          actionLabel={es.proposeOf(texts.of)}
          edit={propose?.(es.proposeOf(texts.of), [from], ({ requiredFrom = '' }) => ({
            kind: 'client-factors',
            proposed: { requiredFrom: requiredFrom === '' ? null : requiredFrom },
          }))}
        />
      </Rows>
    </SettingCard>
  );
}
