import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDecimal } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Switch } from '../../ui/field/checkbox.tsx';
import { focusOnInvalid, TextField } from '../../ui/field/field.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { factorRulesQuery, useFactorRules } from './api.ts';
import { es } from './components/es.ts';
import css from './open-sessions.module.css';

const texts = es.rules;

/** [FAC-03] What the company asks of its people, for an administrator to change. */
export function FactorRules() {
  const { data, error, refetch } = useQuery(factorRulesQuery);
  return (
    <PhoneFoldedCard title={texts.title}>
      {data ? (
        <RulesForm key={JSON.stringify(data)} rules={data} />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={2} />
      )}
    </PhoneFoldedCard>
  );
}

function RulesForm({ rules }: { rules: { readonly isRequired: boolean; readonly freshAbove: string | null } }) {
  const [isRequired, setRequired] = useState(rules.isRequired);
  const [above, setAbove] = useState(rules.freshAbove === null ? '' : formatDecimal(rules.freshAbove));
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const saving = useFactorRules();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const freshAbove = above.trim() === '' ? null : amountTyped(above);
    if (above.trim() !== '' && freshAbove === null) {
      setProblem(texts.aboveWrong);
      focusOnInvalid(field.current, texts.aboveWrong);
      return;
    }
    saving.mutate({ isRequired, freshAbove }, { onSuccess: () => showToast({ text: texts.saved, tone: 'good' }) });
  };
  return (
    <form className={css.form} onSubmit={save} noValidate>
      <Switch checked={isRequired} onChange={setRequired} help={texts.requiredHelp}>
        {texts.required}
      </Switch>
      <TextField
        ref={field}
        label={texts.above}
        help={texts.aboveHelp}
        inputMode="decimal"
        value={above}
        error={problem}
        onChange={({ target }) => {
          setAbove(target.value);
          setProblem(null);
        }}
      />
      {saving.error ? (
        <Notice tone="bad" title={texts.notSaved}>
          {failureText(saving.error)}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" busy={saving.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
