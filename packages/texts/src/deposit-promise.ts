import type { DepositPromise } from '@anticipa/domain/deposit-message';

export const depositPromiseTexts: Record<DepositPromise, string> = {
  'under-4-hours': 'El depósito llegará a tu cuenta en menos de 4 horas.',
  'under-24-hours': 'El depósito llegará a tu cuenta en menos de 24 horas.',
  'next-business-day': 'El depósito llegará a tu cuenta el siguiente día hábil.',
  '4-to-6-business-days': 'El depósito llegará a tu cuenta en 4 a 6 días hábiles.',
  '24-to-72-hours': 'El depósito llegará a tu cuenta en 24 a 72 horas.',
};
