import { type AuditAction, auditActions } from '@anticipa/domain/audit';
import { fileMotives, rejectionMotives } from '@anticipa/domain/motives';
import { ciecStatus } from '@anticipa/domain/sync';
import { eventTypes } from '@anticipa/domain/webhook';
import { expect, it } from 'vitest';
import { activityDetail, activityText } from './activity.ts';

/** "sale.request", "invoice_financed", "FILE_EMPTY", "saleRight", "AUTORIZADA", "20". */
const CODE = /\b[a-z]+[._-][a-z]+\b|\b[A-Z]{4,}\b|[A-Z]_[A-Z]|\b[a-z]+[A-Z]|^\d+$|: \d+$/;

const fact = (field: string, after: unknown) => ({ field, before: null, after: String(after) });
const detailOf = (action: AuditAction, ...changes: Parameters<typeof activityDetail>[0]['changes']) =>
  activityDetail({ action, changes, reason: null });

it.each([...auditActions])('[DER-15] says %s in a sentence, without its code', (action) => {
  expect(activityText({ action })).toMatch(/^\p{Lu}\p{L}+ /u);
  expect(activityText({ action })).not.toMatch(/[._]|\b[a-z]+-[a-z]+\b/);
});

it.each([
  ['file.upload', fact('motive', 'FILE_EMPTY'), 'motivo: El archivo está vacío'],
  ['invoice.delete', fact('status', 'AUTORIZADA'), 'estado: Autorizada'],
  ['sync.credential', { field: 'status', before: '30', after: '20' }, 'estado: rechazada → aceptada'],
  [
    'webhook.added',
    fact('types', '["sale.requested","invoice.payment_received"]'),
    'avisos: Venta enviada, Pago recibido',
  ],
  ['webhook.changed', fact('isOn', true), 'encendida: sí'],
  [
    'client.factor-rules',
    { field: 'freshAbove', before: null, after: '250000.00' },
    'confirmar ventas mayores a: 250,000.00',
  ],
  ['key.created', fact('scopes', '["read","sell"]'), 'permisos: consultar, vender'],
  ['user.whatsapp-confirmed', fact('phone', '…4821'), 'teléfono: …4821'],
] as const)('[DER-15] says what %s changed in words', (action, change, text) => {
  expect(detailOf(action, change)).toBe(text);
});

it('[DER-15] shows neither a field without a name nor an id', () => {
  expect(detailOf('invoice.message', fact('newField', 'x'), fact('messageId', 'a73ff15c'))).toBeNull();
});

it('[DER-15] has words for each motive, event and state of a credential', () => {
  const said = [
    ...[...fileMotives, ...rejectionMotives].map((motive) => detailOf('file.upload', fact('motive', motive))),
    ...eventTypes.map((type) => detailOf('webhook.added', fact('types', JSON.stringify([type])))),
    ...Object.values(ciecStatus).map((status) => detailOf('sync.credential', fact('status', status))),
  ];
  const allowed = /\b(?:CFDI|XML|RFC|UUID|IVA|SAT|ISR|IEPS)\b/g;
  expect(said.filter((text) => text === null || CODE.test(text.replaceAll(allowed, '')))).toEqual([]);
});
