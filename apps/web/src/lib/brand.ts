/** The lender's brand, which the server writes into each document. */
import type { ShownBrand } from '@anticipa/contract/brand';

const NOBODY: ShownBrand = {
  name: 'Portal',
  legalName: 'Portal',
  logo: { url: '', width: 1, height: 1 },
  privacyUrl: null,
  supportPhone: null,
  supportWhatsApp: null,
  supportEmail: null,
};

const written = document.getElementById('brand')?.textContent;

export const brand: ShownBrand = written ? JSON.parse(written) : NOBODY;
