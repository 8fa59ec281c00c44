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

/** Permissions of each role, in a few words. */
export const roleExplanations: Readonly<Record<OperatorRole, string>> = {
  riesgo: 'contesta ventas, decide receptores, propone y aprueba líneas y límites',
  tesoreria: 'paga depósitos y devoluciones, publica el tipo de cambio, propone y aprueba cuentas',
  cobranza: 'registra e identifica cobros',
  contabilidad: 'corta el mes y cancela CFDI, propone y aprueba datos fiscales',
  soporte: 'da de alta clientes, atiende personas y correos, propone y aprueba cuentas y datos fiscales',
  auditor: 've todo y no cambia nada',
  administrador: 'da acceso a operadores y cambia ajustes; no aprueba dinero',
};
