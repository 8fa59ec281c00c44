import type { Receiver } from '@anticipa/contract/lender-receivers';
import { companyStatus, FOREIGN_RFC } from '@anticipa/domain/receiver';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ChangeCard } from '../../../ui/change-card.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { receiversQuery, useProposeAlias } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';
import { nameWithId, statuses, toneOf } from '../view-model.ts';

const texts = es.aliases;
const decided = statuses.filter((status) => status !== companyStatus.PENDING);

/** The other names and earlier tax ids of a receiver; one without any can become another name itself. */
export function Aliases({ receiver, canChange }: { receiver: Receiver; canChange: boolean }) {
  const { aliases } = receiver;
  return (
    <ChangeCard
      folds
      title={texts.title}
      change={canChange && aliases.length === 0 ? texts.change : null}
      proposes={`receiver-alias:${receiver.companyId}`}
      dialog={(close) => <AliasDialog receiver={receiver} onClose={close} />}
    >
      <p>{aliases.length === 0 ? texts.none : texts.known(aliases.map(nameWithId).join(', '))}</p>
    </ChangeCard>
  );
}

function AliasDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { companyId, name, rfc } = receiver;
  const isAbroad = rfc === FOREIGN_RFC;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch } = useInfiniteQuery(receiversQuery(decided, search || (isAbroad ? FOREIGN_RFC : name)));
  const proposing = useProposeAlias(companyId);
  const choices = data?.pages
    .flatMap((page) => page.data)
    .filter((one) => (one.rfc === FOREIGN_RFC) === isAbroad && one.companyId !== companyId);
  const isChoice = (chosen: string): boolean => choices?.some((one) => one.companyId === chosen) ?? false;
  return (
    <FormDialog
      title={texts.of(name)}
      submit={texts.propose}
      values={{ aliasOf: '' }}
      errorsOf={({ aliasOf }) => ({ aliasOf: isChoice(aliasOf) ? null : texts.missing })}
      changing={proposing}
      bodyOf={(body) => body}
      onDone={() => texts.proposed}
      onClose={onClose}
    >
      {({ choice, errorOf }) => (
        <>
          <TextField
            label={texts.search}
            data-autofocus
            value={typed}
            error={errorOf('aliasOf')}
            onChange={({ target }) => setTyped(target.value)}
          />
          {choices ? (
            <fieldset className={css.choices}>
              <legend>{texts.choose}</legend>
              {choices.length === 0 ? <p className="quiet">{texts.noChoice}</p> : null}
              {choices.map((one) => (
                <label key={one.companyId}>
                  <input
                    type="radio"
                    name="main"
                    checked={one.companyId === choice('aliasOf').value}
                    onChange={() => choice('aliasOf').onChange(one.companyId)}
                  />
                  {nameWithId(one)}
                  <StatusBadge tone={toneOf(one.statusId)}>{es.statuses[one.statusId]}</StatusBadge>
                </label>
              ))}
            </fieldset>
          ) : (
            <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={3} />
          )}
          <p className="quiet">
            {texts.follows} {isAbroad ? null : texts.followsClabe}
          </p>
        </>
      )}
    </FormDialog>
  );
}
