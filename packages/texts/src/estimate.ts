/** The monthly estimate, for the lender's people. */
import type { EstimateTerms, Stage } from '@anticipa/domain/estimate';
import type { KindTexts } from './approvals.ts';
import { formatDate, formatDays } from './format.ts';
import { percentText } from './typed-payments.ts';

export const stageNames: Readonly<Record<Stage, string>> = {
  0: 'Ya no se debe',
  1: 'Etapa 1',
  2: 'Etapa 2',
  3: 'Etapa 3',
};

/** The stages with their percentages and days late, as facts. */
export const stageFacts = (terms: EstimateTerms): (readonly [name: string, text: string])[] => [
  [stageNames[1], `${percentText(terms.percent1)}, hasta ${formatDays(terms.stage2From - 1)} de atraso`],
  [stageNames[2], `${percentText(terms.percent2)}, desde ${formatDays(terms.stage2From)} de atraso`],
  [stageNames[3], `${percentText(terms.percent3)}, desde ${formatDays(terms.stage3From)} de atraso`],
];

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
