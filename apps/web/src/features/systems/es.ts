import type { OutsideSystem } from '@anticipa/contract/systems';
import type { SystemRow } from './view-model.ts';

const systems: Readonly<Record<OutsideSystem, string>> = {
  'tax-status': 'SAT: estado de las facturas',
  'taxpayer-list': 'SAT: lista del artículo 69-B',
  'invoice-sync': 'Descarga de facturas del SAT',
  invoicing: 'Proveedor de certificación (CFDI)',
  mail: 'Correo',
  payouts: 'Transferencias (STP)',
  'exchange-rates': 'Tipo de cambio de Banxico (SIE)',
  'payment-proofs': 'Comprobantes de Banxico (CEP)',
  conservation: 'Constancias NOM-151',
  storage: 'Archivos (S3)',
  'error-reports': 'Reportes de errores',
  'base-app': 'Clientes y pagadores de la financiera',
  risk: 'Riesgo de la financiera',
  credits: 'Créditos de la financiera',
  dispersions: 'Dispersiones de la financiera',
  whatsapp: 'WhatsApp',
  push: 'Avisos en navegadores',
};

const states: Readonly<Record<SystemRow['state'], string>> = {
  works: 'Funciona',
  fails: 'Con fallas',
  stopped: 'Suspendido',
  unused: 'Sin uso',
};

/** Texts of the outside systems, for the lender's operators. */
export const es = {
  explained:
    'Los sistemas externos del portal, desde su último arranque. Tras varias fallas seguidas el portal suspende las llamadas y prueba de nuevo cada 30 segundos.',
  version: (version: string, migratedAt: string) => `Versión ${version} · base de datos actualizada el ${migratedAt}`,
  label: 'Sistemas externos',
  systems,
  states,
  none: '—',
  waitingSince: (instant: string) => `desde ${instant}`,
  credentials: {
    expires: (date: string) => `Certificado vence el ${date}`,
    expired: (date: string) => `Certificado venció el ${date}`,
    refused: (count: number) => (count === 1 ? '1 cliente por reconectar' : `${count} clientes por reconectar`),
  },
  action: 'Acción',
  retry: 'Reintentar',
  retryOf: (system: string) => `Reintentar ${system}`,
  retried: (system: string) => `Se reintenta lo pendiente de ${system}.`,
  retryFailed: 'No se pudo reintentar',
  failed: 'No se pudieron leer los sistemas',
  emptyTitle: 'No hay sistemas externos',
  empty: 'Aparecerán aquí en cuanto se configuren.',
} as const;
