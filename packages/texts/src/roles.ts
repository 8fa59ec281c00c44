import type { OperatorRole } from '@anticipa/domain/operator';

/** Operators' roles in words. */
export const roleNames: Readonly<Record<OperatorRole, string>> = {
  riesgo: 'riesgo',
  tesoreria: 'tesorería',
  cobranza: 'cobranza',
  contabilidad: 'contabilidad',
  soporte: 'soporte',
  auditor: 'auditoría',
  administrador: 'administración',
};
