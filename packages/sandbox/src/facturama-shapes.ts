/** Parts of orders in Facturama's JSON, and its arithmetic in cents. */
import { draft, type XmlDraft } from '@anticipa/cfdi/write';
import { z } from 'zod';

export const positive = z.number().positive();
export const tax = z.strictObject({
  Name: z.enum(['IVA', 'IVA Exento']),
  Rate: z.number(),
  Base: positive,
  Total: z.number().nonnegative(),
  IsRetention: z.literal(false),
});
export const date = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const rfc = z.string().regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/);
/** The tax authority refuses white space at the ends. */
const name = z.string().regex(/^\S(?:[^|a-zñáéíóú]*\S)?$/u);
const regime = z.string().regex(/^\d{3}$/);
export const postalCode = z.string().regex(/^\d{5}$/);
export const issuer = z.strictObject({ Rfc: rfc, Name: name, FiscalRegime: regime });
export const receiver = z.strictObject({
  Rfc: rfc,
  Name: name,
  CfdiUse: z.string(),
  FiscalRegime: regime,
  TaxZipCode: postalCode,
});

/** Factor, rate and amount of a transferred tax; an exempt one has no more than its base. */
export const factorOf = ({ Name, Rate, Total }: z.infer<typeof tax>, suffix = ''): Record<string, string> =>
  Name === 'IVA Exento'
    ? { [`TipoFactor${suffix}`]: 'Exento' }
    : {
        [`TipoFactor${suffix}`]: 'Tasa',
        [`TasaOCuota${suffix}`]: Rate.toFixed(6),
        [`Importe${suffix}`]: Total.toFixed(2),
      };

interface Parties {
  readonly Issuer: z.infer<typeof issuer>;
  readonly Receiver: z.infer<typeof receiver>;
}

/** Issuer and receiver of an order in its CFDI. */
export const partiesOf = ({ Issuer, Receiver }: Parties): XmlDraft[] => [
  draft('cfdi:Emisor', { Rfc: Issuer.Rfc, Nombre: Issuer.Name, RegimenFiscal: Issuer.FiscalRegime }),
  draft('cfdi:Receptor', {
    Rfc: Receiver.Rfc,
    Nombre: Receiver.Name,
    DomicilioFiscalReceptor: Receiver.TaxZipCode,
    RegimenFiscalReceptor: Receiver.FiscalRegime,
    UsoCFDI: Receiver.CfdiUse,
  }),
];

export const cents = (amount: number): number => Math.round(amount * 100);
/** Amounts have two decimals. */
export const isExact = (amount: number): boolean => Math.abs(amount * 100 - cents(amount)) < 1e-4;
export const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2);
