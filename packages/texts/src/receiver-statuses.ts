import type { CompanyStatus } from '@anticipa/domain/receiver';

/** Receivers' statuses in words. */
export const receiverStatusNames: Readonly<Record<CompanyStatus, string>> = {
  10: 'Por revisar',
  20: 'Aprobado',
  30: 'Deshabilitado',
  0: 'Rechazado',
  1: 'Rechazado por fachada',
  2: 'Rechazado por lavado',
};
