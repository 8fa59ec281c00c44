import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { authenticatorQuery, passkeysQuery, proveFactor } from '../features/session/api.ts';
import { ProofDialog } from '../features/session/components/proof-dialog.tsx';
import { es } from './later-es.ts';

/** The question for a fresh second factor; a person without one is refused at once. */
export function StepUpQuestion({ answer }: { answer: (isProven: boolean) => void }) {
  const passkeys = useQuery(passkeysQuery);
  const app = useQuery(authenticatorQuery);
  const isProven = useRef(false);
  const hasFactor = (passkeys.data?.length ?? 0) > 0 || app.data?.hasApp === true;
  const isKnown = passkeys.isFetched && app.isFetched;
  // The refusal of the call says where to turn one on.
  useEffect(() => {
    if (isKnown && !hasFactor) answer(false);
  }, [isKnown, hasFactor, answer]);
  if (!hasFactor) return null;
  return (
    <ProofDialog
      title={es.stepUp.title}
      text={es.stepUp.text}
      change={async (proof) => {
        await proveFactor(proof);
        isProven.current = true;
      }}
      onClose={() => answer(isProven.current)}
    />
  );
}
