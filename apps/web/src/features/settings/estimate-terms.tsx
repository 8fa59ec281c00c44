import type { Settings } from '@anticipa/contract/settings';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { estimateTermsProblem, type EstimateTerms as Terms, usualEstimateTerms } from '@anticipa/domain/estimate';
import { stageFacts } from '@anticipa/texts/estimate';
import { formatDate } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { SettingCard } from './components/setting-card.tsx';
import { es } from './es.ts';
import { percentTyped, useProposal, WaitingNew } from './proposed-settings.tsx';

const texts = es.estimate;

type Values = Readonly<Record<string, string>>;

const daysTyped = (text = ''): number => {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return days <= 3650 ? days : 0;
};

const termsTyped = (values: Values): Terms => ({
  stage2From: daysTyped(values.stage2From),
  stage3From: daysTyped(values.stage3From),
  percent1: percentTyped(values.percent1 ?? '') ?? '0.00',
  percent2: percentTyped(values.percent2 ?? '') ?? '0.00',
  percent3: percentTyped(values.percent3 ?? '') ?? '0.00',
});

/** Fields with the terms that apply now. */
function fieldsOf(terms: Terms) {
  const days = (['stage2From', 'stage3From'] as const).map((name) => ({
    name,
    label: texts[name],
    value: String(terms[name]),
    problemOf: (typed: string, values: Values) => {
      if (daysTyped(typed) === 0) return texts.daysWrong;
      return name === estimateTermsProblem(termsTyped(values)) ? texts.laterDays : null;
    },
  }));
  const percents = (['percent1', 'percent2', 'percent3'] as const).map((name) => ({
    name,
    label: texts[name],
    value: String(Number(terms[name])),
    problemOf: (typed: string, values: Values) => {
      if (percentTyped(typed) === null) return texts.percentWrong;
      return name === estimateTermsProblem(termsTyped(values)) ? texts.higher : null;
    },
  }));
  return [...days, ...percents];
}

/** [LIB-131] The stages of the monthly estimate from a day. */
export function EstimateTerms({ settings: { estimateTerms: known } }: { readonly settings: Settings }) {
  const propose = useProposal('estimate-terms');
  const today = dateAt(new Date(), MEXICO_CITY);
  const current = known.find(({ inForce }) => inForce);
  const from = {
    name: 'from',
    label: texts.from,
    value: `${today}`,
    type: 'date' as const,
    problemOf: (day: string) => (day < today ? texts.fromWrong : null),
  };
  const added = propose?.(texts.add, [from, ...fieldsOf(known[0] ?? usualEstimateTerms)], (values) => ({
    kind: 'estimate-terms',
    from: values.from ?? '',
    proposed: termsTyped(values),
  }));
  const stateOf = ({ inForce, from: begin }: (typeof known)[number]): string => {
    if (inForce) return texts.inForce;
    return current === undefined || begin > current.from ? texts.coming : texts.past;
  };
  return (
    <SettingCard
      id="estimate"
      title={texts.title}
      kinds={['estimate-terms']}
      missing={current === undefined}
      coming={known.some((terms) => stateOf(terms) === texts.coming)}
      change={added ? texts.add : null}
      dialog={added}
    >
      <p className="quiet">{texts.explained}</p>
      <Rows>
        <WaitingNew kind="estimate-terms" known={[]} nameOf={(day) => texts.since(formatDate(day))} />
        {known.map((terms) => (
          <Row key={terms.from}>
            <div>
              <strong>{texts.since(formatDate(terms.from))}</strong>{' '}
              <StatusBadge tone={terms.inForce ? 'good' : 'neutral'}>{stateOf(terms)}</StatusBadge>
              <Facts facts={stageFacts(terms)} />
            </div>
          </Row>
        ))}
        {current ? null : (
          <Row>
            <div>
              <strong>{texts.usual}</strong>
              <p className="quiet">{texts.usualNote}</p>
              <Facts facts={stageFacts(usualEstimateTerms)} />
            </div>
          </Row>
        )}
      </Rows>
    </SettingCard>
  );
}
