/** The monthly estimate, for the lender's people. */
import type { Stage } from '@anticipa/domain/estimate';
import type { KindTexts } from './approvals.ts';
import { formatDate } from './format.ts';
import { percentText } from './typed-payments.ts';

export const stageNames: Readonly<Record<Stage, string>> = {
  0: 'Ya no se debe',
  1: 'Etapa 1',
  2: 'Etapa 2',
  3: 'Etapa 3',
};

/** Changes of the stages, in words. */
export const estimateKinds: { readonly [K in 'estimate-terms']: KindTexts<K> } = {
  'estimate-terms': {
    mail: 'Un cambio de las etapas de la estimación',
    title: ({ about }) => `Etapas de la estimación, desde el ${formatDate(about.from)}`,
    values: ({ changed }) => [
      changed('Etapa 2, días de atraso', (v) => v.stage2From),
      changed('Etapa 3, días de atraso', (v) => v.stage3From),
      changed('Etapa 1, porcentaje', (v) => v.percent1, percentText),
      changed('Etapa 2, porcentaje', (v) => v.percent2, percentText),
      changed('Etapa 3, porcentaje', (v) => v.percent3, percentText),
    ],
  },
};
