import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { authenticatorQuery, passkeysQuery, proveFactor } from '../features/session/api.ts';
import { ProofDialog } from '../features/session/components/proof-dialog.tsx';
import { TurnOnFactor } from '../features/session/own-factor.tsx';
import { es } from './later-es.ts';

/** The question for a fresh second factor; a person without one turns one on, which proves it. */
export function StepUpQuestion({ answer }: { answer: (isProven: boolean) => void }) {
  const passkeys = useQuery(passkeysQuery);
  const app = useQuery(authenticatorQuery);
  const queries = useQueryClient();
  const isProven = useRef(false);
  const close = (): void => answer(isProven.current);
  if (!passkeys.isFetched || !app.isFetched) return null;
  if (passkeys.data?.length === 0 && app.data?.hasApp === false)
    return (
      <TurnOnFactor
        text={es.stepUp.none}
        onDone={() => {
          isProven.current = true;
          return queries.invalidateQueries({ queryKey: ['session'] });
        }}
        onClose={close}
      />
    );
  return (
    <ProofDialog
      title={es.stepUp.title}
      text={es.stepUp.text}
      change={async (proof) => {
        await proveFactor(proof);
        isProven.current = true;
      }}
      onClose={close}
    />
  );
}
