import type { CheckOfClose } from '@anticipa/contract/book-close';
import { checkFigure, checkName } from '@anticipa/texts/book-close';
import type { ReactNode } from 'react';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

const texts = es.close;

/** The columns of a checklist, with the state of a check in words. */
export const checkColumns = <C extends CheckOfClose>(
  stateOf: (check: C) => readonly [tone: Tone, text: string],
  last: Pick<Column<C>, 'header' | 'value'> & { readonly cell?: (check: C) => ReactNode },
): readonly Column<C>[] => [
  { id: 'check', header: texts.check, value: checkName, width: 'minmax(12rem, 1.2fr)', breaks: true, card: 'title' },
  {
    id: 'state',
    header: texts.state,
    value: (check) => stateOf(check)[1],
    cell: (check) => {
      const [tone, text] = stateOf(check);
      return <StatusBadge tone={tone}>{text}</StatusBadge>;
    },
    width: '11rem',
    card: 'note',
  },
  { id: 'figure', header: texts.figure, value: checkFigure, width: 'minmax(12rem, 1.2fr)', breaks: true },
  { id: 'last', ...last, width: 'minmax(8rem, 0.8fr)', breaks: true },
];
