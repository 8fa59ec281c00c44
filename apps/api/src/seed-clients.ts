/** The demo's clients with their products, credit lines and users. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';

const MONTERREY = 'Monterrey';
const MERIDA = 'Mérida';

/** Branches with the phone number of the adviser shown to clients without access. */
export const demoBranches = [
  { branch: MONTERREY, promoter_phone: '81 5550 0110' },
  { branch: MERIDA, promoter_phone: '999 555 0120' },
] as const;

export interface DemoClient {
  readonly name: string;
  readonly taxRegime: 'PF' | 'PFAE' | 'PM';
  readonly branch: string;
  readonly syncAllowed: boolean;
  /** Payment-order company; null if 'Mis clientes' is not activated. */
  readonly stpCompany: string | null;
  readonly products: readonly (readonly [ProductCode, { readonly active: boolean }])[];
  readonly lines: readonly DemoLine[];
  readonly people: readonly {
    readonly email: string;
    readonly names: readonly [string, string, string];
    readonly isAdmin: boolean;
  }[];
}

interface DemoLine {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly limit: string;
  readonly rate: string;
  readonly advance: string;
  readonly isMultiCurrency?: boolean;
}

const line = (product: ProductCode, currency: FinancedCurrency, limit: string): DemoLine => ({
  product,
  currency,
  limit,
  ...(product === 'BI' ? { rate: '24', advance: '90' } : { rate: '18.5', advance: '95' }),
});

export const demoClients: Readonly<Record<'norte' | 'sur' | 'este', DemoClient>> = {
  norte: {
    name: 'Manufacturas del Norte',
    taxRegime: 'PM',
    branch: MONTERREY,
    syncAllowed: true,
    stpCompany: 'ANTICIPA_NORTE',
    products: [
      ['BI', { active: true }],
      ['FB', { active: true }],
    ],
    lines: [
      { ...line('BI', 'MXN', '5000000.00'), isMultiCurrency: true },
      line('BI', 'USD', '300000.00'),
      line('FB', 'MXN', '8000000.00'),
      line('FB', 'USD', '500000.00'),
    ],
    people: [
      { email: 'admin@norte.demo', names: ['Elena', 'Robledo', 'Sáenz'], isAdmin: true },
      { email: 'usuario@norte.demo', names: ['Tomás', 'Iglesias', 'Peña'], isAdmin: false },
    ],
  },
  sur: {
    name: 'Textiles del Sur',
    taxRegime: 'PM',
    branch: MERIDA,
    syncAllowed: false,
    stpCompany: null,
    products: [['FB', { active: true }]],
    lines: [line('FB', 'MXN', '3000000.00')],
    people: [{ email: 'admin@sur.demo', names: ['Regina', 'Canul', 'Dzib'], isAdmin: true }],
  },
  este: {
    name: 'Mariana Estrada Arredondo',
    taxRegime: 'PFAE',
    branch: MERIDA,
    syncAllowed: false,
    stpCompany: null,
    products: [['BI', { active: false }]],
    lines: [line('BI', 'MXN', '500000.00')],
    people: [{ email: 'admin@este.demo', names: ['Mariana', 'Estrada', 'Arredondo'], isAdmin: true }],
  },
};
