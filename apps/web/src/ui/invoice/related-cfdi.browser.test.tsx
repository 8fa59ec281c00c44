import type { RelatedCfdi } from '@anticipa/contract/invoice-sheet';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Lines } from '../lines.tsx';
import { RelatedLines } from './related-cfdi.tsx';

const other = { serie: 'B', folio: '13', total: '4000.00', currency: 'MXN', status: 20, isCancelled: false } as const;
const unknown = { serie: null, folio: null, total: null, currency: null, status: null } as const;
const documentId = '00000000-0000-4000-8000-00000000000a';

it('[CAR-09] names each related CFDI with its relation, folio and amount, or else its UUID', async () => {
  const related: RelatedCfdi[] = [
    { ...other, kind: '01', type: 'E', isNewer: true, uuid: 'E1', documentId: null, status: null },
    { ...other, kind: '04', type: 'I', isNewer: true, uuid: 'I1', documentId, isCancelled: true },
    { ...other, ...unknown, kind: '04', type: 'I', isNewer: false, uuid: 'UUID-2', documentId: null },
    { ...other, ...unknown, kind: '09', type: 'I', isNewer: false, uuid: 'UUID-3', documentId: null },
  ];
  const screen = await renderScreen(
    <Lines>
      <RelatedLines related={related} link={(id, folio) => <a href={`/factura/${id}`}>{folio}</a>} />
    </Lines>,
  );
  const lines = screen
    .getByRole('term')
    .elements()
    .map(({ parentElement }) => parentElement?.textContent);
  expect(lines).toEqual([
    'Nota de créditoB-13 · MXN 4,000.00',
    'La sustituyeB-13 · MXN 4,000.00 · cancelado ante el SAT',
    'Sustituye aUUID-2',
    'Relacionada conUUID-3',
  ]);
  await expect.element(screen.getByRole('link', { name: 'B-13' })).toHaveAttribute('href', `/factura/${documentId}`);
});
