import type { CreditInformation } from '@anticipa/contract/credit';

/** Lines as the screen and its dialogs list them: pesos before dollars of the same product. */
export const byPlace = (a: CreditInformation, b: CreditInformation): number =>
  a.displayName.localeCompare(b.displayName, 'es-MX') || a.creditCurrency.localeCompare(b.creditCurrency);
