import { useEffect } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { followStepUps, useStepUp } from '../lib/step-up.ts';

const StepUpQuestion = lazyPart(() => import('./step-up-question.tsx'), 'StepUpQuestion');

/** [FAC-04] Asks for the second factor when a call needs a fresh one, which then goes on by itself. */
export function StepUp() {
  const question = useStepUp();
  useEffect(followStepUps, []);
  return question ? <StepUpQuestion answer={question.answer} /> : null;
}
