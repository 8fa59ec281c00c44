/** The demo's provider: issues valid CFDI 4.0 of the demo lender, sealed and stamped with the keys in `DATA_DIR/demo-pki`. */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namespaces } from '@anticipa/cfdi/read';
import { demoLender, demoPki } from '@anticipa/cfdi/trust-store';
import { draft, type Signer, sealInvoice, stampInvoice, writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { add, decimalOf, type FinancedCurrency, type Money, sum } from '@anticipa/domain/money';
import { percent } from '@anticipa/domain/ratio';
import type { Config } from '../../lib/config.ts';
import { type InterestConcept, type InvoiceOrder, type InvoicingPort, InvoicingUnavailable } from './port.ts';

const PROVIDER_RFC = 'PDA200115K27';
const VERSION = '4.0';
/** Product and service code: financial institutions. */
const FINANCIAL_SERVICE = '84121500';
/** Unit code: unit of service. */
const SERVICE_UNIT = 'E48';
const VAT = '002';

/** The demo's provider; null in production, which has no certified provider yet. */
export function openInvoicing({ production, dataDir }: Config): InvoicingPort | null {
  return production ? null : embeddedInvoicing(dataDir);
}

const embeddedInvoicing = (dataDir: string): InvoicingPort => ({
  issue: async (order) => {
    const folder = join(dataDir, demoPki.folder);
    const [lender, authority] = await Promise.all([signerIn(folder, demoLender.keys), signerIn(folder, 'stamp')]);
    const sealed = sealInvoice(comprobante(order), VERSION, lender);
    const uuid = uuidOf(order.id);
    const stamped = stampInvoice(sealed, { uuid, stampedAt: order.emittedAt, providerRfc: PROVIDER_RFC }, authority);
    return { uuid, xml: Buffer.from(writeXml(stamped), 'utf8') };
  },
  // Without a receiver that must agree.
  cancel: () => Promise.resolve(true),
});

async function signerIn(folder: string, name: string): Promise<Signer> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(join(folder, `${name}.cer`)),
      readFile(join(folder, `${name}.pem`)),
    ]);
    return { certificate, privateKey: createPrivateKey(key) };
  } catch (cause) {
    throw new InvoicingUnavailable(`the demo has no keys named ${name}`, { cause });
  }
}

/** Derived from the order, so that a repeated order yields the same invoice. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(`interest invoice ${id}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
    .join('-')
    .toUpperCase();
}

/** "To be defined": the interest was deducted from the deposit, its IVA is settled at the end. */
const income = { type: 'I', method: 'PPD', form: '99', use: 'G03' } as const;
/** Paid in one payment, by compensation with the aforo. */
const paidIncome = { ...income, method: 'PUE', form: '17' } as const;
/** Returned by transfer with the devolución, in one payment; a discount for the receiver. */
const creditNote = { type: 'E', method: 'PUE', form: '03', use: 'G02' } as const;

const kindOf = ({ credits, isPaid }: InvoiceOrder) => {
  if (credits !== null) return creditNote;
  return isPaid ? paidIncome : income;
};

/** Relation 01: credit note of the related documents; 04: their substitute. */
const related = (relation: '01' | '04', uuid: string | null): XmlDraft[] =>
  uuid === null
    ? []
    : [draft('cfdi:CfdiRelacionados', { TipoRelacion: relation }, [draft('cfdi:CfdiRelacionado', { UUID: uuid })])];

function comprobante(order: InvoiceOrder): XmlDraft {
  const { currency, concepts, receiver, credits, substitutes } = order;
  const kind = kindOf(order);
  const subTotal = sum<FinancedCurrency>(
    currency,
    concepts.map((concept) => concept.subTotal),
  );
  const iva = sum<FinancedCurrency>(
    currency,
    concepts.map((concept) => concept.iva),
  );
  return draft(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': namespaces[VERSION],
      Version: VERSION,
      Serie: order.serie,
      Folio: order.folio,
      Fecha: order.emittedAt,
      FormaPago: kind.form,
      SubTotal: decimalOf(subTotal),
      Moneda: currency,
      TipoCambio: order.exchangeRate,
      Total: decimalOf(add(subTotal, iva)),
      TipoDeComprobante: kind.type,
      Exportacion: '01',
      MetodoPago: kind.method,
      LugarExpedicion: demoLender.postalCode,
    },
    [
      ...related('01', credits),
      ...related('04', substitutes),
      draft('cfdi:Emisor', { Rfc: demoLender.rfc, Nombre: demoLender.name, RegimenFiscal: demoLender.regime }),
      draft('cfdi:Receptor', {
        Rfc: receiver.rfc,
        Nombre: receiver.name,
        DomicilioFiscalReceptor: receiver.postalCode,
        RegimenFiscalReceptor: receiver.regime,
        UsoCFDI: kind.use,
      }),
      draft('cfdi:Conceptos', {}, concepts.map(conceptDraft)),
      draft('cfdi:Impuestos', { TotalImpuestosTrasladados: decimalOf(iva) }, [
        draft('cfdi:Traslados', {}, transfersByRate(currency, concepts)),
      ]),
    ],
  );
}

function conceptDraft({ folio, description, subTotal, iva, ivaRate }: InterestConcept): XmlDraft {
  const amount = decimalOf(subTotal);
  return draft(
    'cfdi:Concepto',
    {
      ClaveProdServ: FINANCIAL_SERVICE,
      NoIdentificacion: folio,
      Cantidad: '1',
      ClaveUnidad: SERVICE_UNIT,
      Unidad: 'Servicio',
      Descripcion: description,
      ValorUnitario: amount,
      Importe: amount,
      ObjetoImp: '02',
    },
    [draft('cfdi:Impuestos', {}, [draft('cfdi:Traslados', {}, [transfer({ base: subTotal, iva, ivaRate })])])],
  );
}

function transfersByRate(currency: FinancedCurrency, concepts: readonly InterestConcept[]): XmlDraft[] {
  return [...Map.groupBy(concepts, ({ ivaRate }) => ivaRate)].map(([ivaRate, group]) =>
    transfer({
      base: sum<FinancedCurrency>(
        currency,
        group.map(({ subTotal }) => subTotal),
      ),
      iva: sum<FinancedCurrency>(
        currency,
        group.map(({ iva }) => iva),
      ),
      ivaRate,
    }),
  );
}

const transfer = ({ base, iva, ivaRate }: { base: Money; iva: Money; ivaRate: string }): XmlDraft =>
  draft('cfdi:Traslado', {
    Base: decimalOf(base),
    Impuesto: VAT,
    TipoFactor: 'Tasa',
    TasaOCuota: rateOf(ivaRate),
    Importe: decimalOf(iva),
  });

/** "16" per cent in the catalogue's form: "0.160000". */
function rateOf(ivaRate: string): string {
  const { numerator, denominator } = percent(ivaRate);
  const millionths = ((numerator * 1_000_000n) / denominator).toString().padStart(7, '0');
  return `${millionths.slice(0, -6)}.${millionths.slice(-6)}`;
}
