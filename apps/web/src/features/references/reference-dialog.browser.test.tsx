import { getCreditInformation } from '@anticipa/contract/credit';
import {
  cancelPaymentReference,
  getPaymentInstructions,
  getPaymentReference,
  type PaymentReference,
  paymentReferencePdf,
  quotePaymentReference,
  setPaymentReference,
} from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aCreditAnswer, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { ReferenceTable } from './components/reference-table.tsx';
import { OverdueDialog } from './overdue-dialog.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';

const id = '00000000-0000-4000-8000-000000000001';

const aReference = (state: PaymentReference['state']): PaymentReference => ({
  id,
  reference: 'AN110000000141',
  date: '2026-05-04T17:00:00Z',
  count: 1,
  currency: 'MXN',
  amount: '117546.67',
  lateCharges: '1546.67',
  left: state === 'pending' ? '117546.67' : '0.00',
  validUntil: '2026-05-04',
  state,
  clientId: id,
  userId: id,
  ClientUser: { firstName: 'Ana', lastName: 'Ruiz' },
});

/** A reference made on 4 May 2026 for an invoice due on 24 April. */
const show = async ({
  state = 'pending',
  amount = '117546.67',
  left = state === 'pending' ? amount : '0.00',
  dueDate = '2026-04-24',
  instructions = [],
}: {
  state?: 'pending' | 'expired';
  amount?: string;
  left?: string;
  dueDate?: string;
  instructions?: ResponseOf<typeof getPaymentInstructions>['data'];
}) => {
  answer(getPaymentInstructions).with(() => ({ data: instructions }));
  const invoices = [anInvoiceInCredit({ dueDate })];
  answer(getPaymentReference).with(() => ({
    paymentReference: {
      ...aReference(state),
      amount,
      left,
      lateCharges: amount === '116000.00' ? '0.00' : '1546.67',
      validUntil: dueDate > '2026-05-04' ? dueDate : '2026-05-04',
      invoices,
    },
  }));
  const screen = await renderScreen(<ReferenceDialog reference="AN110000000141" onClose={() => {}} />);
  await expect.element(screen.getByText('AN110000000141').first()).toBeVisible();
  return screen;
};

describe('[RPG-02] the amount of an overdue reference', () => {
  it('is shown as invoices plus late charges, with the last day it includes', async () => {
    const screen = await show({});
    await expect.element(screen.getByText('MXN 117,546.67')).toBeVisible();
    await expect.element(screen.getByText('MXN 116,000.00 de facturas + MXN 1,546.67 de recargos')).toBeVisible();
    await expect.element(screen.getByText('04/05/2026', { exact: true })).toBeVisible();
  });

  it('is what is left once a part is paid', async () => {
    const screen = await show({ left: '16213.33' });
    await expect.element(screen.getByText('MXN 16,213.33', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/se generó por MXN 117,546.67\.$/)).toBeVisible();
    await expect.element(screen.getByText(/de recargos/)).not.toBeInTheDocument();
  });

  it('is not to be paid on a later day', async () => {
    const screen = await show({ state: 'expired' });
    await expect.element(screen.getByText('Importe a pagar')).not.toBeInTheDocument();
    await expect.element(screen.getByText(/^La referencia venció. Genera otra/)).toBeVisible();
    await expect.element(screen.getByText('Concepto')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Cancelar referencia' })).toBeVisible();
  });

  it('is valid without late charges until the first due date', async () => {
    const screen = await show({ amount: '116000.00', dueDate: '2026-05-20' });
    await expect.element(screen.getByText('Sin recargos hasta')).toBeVisible();
    await expect.element(screen.getByText('20/05/2026', { exact: true })).toBeVisible();
  });
});

describe('[RPG-02] how a reference is paid', () => {
  const account = {
    bank: 'Banco del Golfo',
    beneficiary: 'Anticipa',
    clabe: '900180000555002201',
    account: '55500220',
    swift: null,
  };
  const instructions = [
    { ...account, currency: 'USD' as const, swift: 'GOLFMXMM', clabe: '900180000555002202' },
    { ...account, currency: 'MXN' as const },
  ];

  it('the card of a currency shows how to pay, with its concept; each figure is copied as it is transferred', async () => {
    const screen = await show({ instructions });
    const own = screen.getByRole('region', { name: 'Transferencia en MXN' });
    await expect
      .element(own)
      .toHaveTextContent(
        'Transferencia en MXNPara esta referenciaBancoBanco del Golfo BeneficiarioAnticipa CLABE900180000555002201 Cuenta55500220 ConceptoAN110000000141',
      );
    const other = screen.getByRole('region', { name: 'Transferencia en USD' });
    expect(other.getByRole('button', { name: /^Copiar/ }).elements()).toEqual([]);
    await other.getByRole('button', { name: 'Transferencia en USD' }).click();
    await expect
      .element(other)
      .toHaveTextContent(
        'Transferencia en USDSolo para referencias en USDBancoBanco del Golfo BeneficiarioAnticipa CLABE900180000555002202 Cuenta55500220 SWIFTGOLFMXMM',
      );
    await expect.element(screen.getByText(/^Todavía no hay una cuenta/)).not.toBeInTheDocument();
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    for (const what of ['Referencia', 'Importe a pagar'])
      await screen.getByRole('button', { name: `Copiar ${what}` }).click();
    for (const what of ['CLABE', 'Cuenta', 'Concepto'])
      await own.getByRole('button', { name: `Copiar ${what}` }).click();
    expect(copying.mock.calls.flat()).toEqual([
      'AN110000000141',
      '117546.67',
      '900180000555002201',
      '55500220',
      'AN110000000141',
    ]);
    copying.mockRestore();
  });

  it('is said to be unknown where no account of its currency is published', async () => {
    const screen = await show({});
    await expect
      .element(screen.getByText('Todavía no hay una cuenta publicada para pagar en MXN. Consulta a tu asesor.'))
      .toBeVisible();
    await expect
      .element(screen.getByText('Paga a más tardar el 04/05/2026: después la referencia vence.'))
      .toBeVisible();
    await expect.element(screen.getByText('04-may-2026 11:00 am por Ana Ruiz')).toBeVisible();
  });

  it('is opened or saved as the PDF of the reference, and a failure closes the empty tab', async () => {
    const screen = await show({});
    const tab = { location: { href: '' }, close: vi.fn() };
    const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const saved: string[] = [];
    const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => {
      for (const spy of [opening, saving, logged]) spy.mockRestore();
    });
    answer(paymentReferencePdf).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
    await screen.getByRole('button', { name: 'Abrir PDF' }).click();
    await expect.element(screen.getByText(/^¡Error! No se pudo generar el documento/)).toBeVisible();
    expect(tab.close).toHaveBeenCalled();
    const pdfs = answer(paymentReferencePdf).with(() => ({ base64: btoa('%PDF-'), fileName: 'AN110000000141.pdf' }));
    await screen.getByRole('button', { name: 'Descargar PDF' }).click();
    await expect.poll(() => saved).toEqual(['AN110000000141.pdf']);
    await screen.getByRole('button', { name: 'Abrir PDF' }).click();
    await expect.poll(() => tab.location.href).toMatch(/^blob:/);
    opening.mockReturnValue(null);
    await screen.getByRole('button', { name: 'Abrir PDF' }).click();
    await expect.poll(() => saved).toHaveLength(2);
    // Read once for all of them.
    expect(pdfs.map(({ params }) => params.id)).toEqual([id]);
  });
});

describe('[RPG-05] a reference', () => {
  it('is cancelled after a second question, and is not to be paid any more', async () => {
    const screen = await show({});
    const cancelled = answer(cancelPaymentReference).with(() => {
      answer(getPaymentReference).with(() => ({ paymentReference: { ...aReference('cancelled'), invoices: [] } }));
      return { paymentReference: aReference('cancelled') };
    });
    await screen.getByRole('button', { name: 'Cancelar referencia' }).click();
    await screen.getByRole('button', { name: 'No, conservarla' }).click();
    await screen.getByRole('button', { name: 'Cancelar referencia' }).click();
    await screen.getByRole('button', { name: 'Sí, cancelarla' }).click();
    await expect.element(screen.getByText(/^No se debe pagar con esta referencia/)).toBeVisible();
    await expect.element(screen.getByText('Cancelada', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Cancelar referencia' })).not.toBeInTheDocument();
    expect(cancelled.map(({ params }) => params.id)).toEqual([id]);
  });

  it('a reference for overdue invoices is made for a chosen day', async () => {
    const quotes = answer(quotePaymentReference).with(({ body: { payOn = '2026-05-04' } }) => ({
      data: {
        payOn,
        lastPayOn: '2026-08-02',
        validUntil: payOn,
        currency: 'MXN',
        total: '116000.00',
        lateCharges: payOn === '2026-05-04' ? '1546.67' : '1701.33',
        amount: payOn === '2026-05-04' ? '117546.67' : '117701.33',
        invoices: [
          {
            uuid: '00000000-0000-4000-8000-00000000000A',
            serie: 'A',
            folio: '12',
            receiverName: 'Comercial Ñandú',
            dueDate: '2026-04-24',
            total: '116000.00',
            lateCharges: '1546.67',
          },
        ],
      },
    }));
    const made = answer(setPaymentReference).with(() => ({ paymentReference: 'AN110000000141', rowsUpdated: 1, id }));
    const references: string[] = [];
    const screen = await renderScreen(
      <OverdueDialog
        currency="MXN"
        today="2026-05-04"
        others={1}
        references={['AN110000000197']}
        onClose={() => {}}
        onMade={(reference) => references.push(reference)}
      />,
    );
    await expect.element(screen.getByText('MXN 117,546.67')).toBeVisible();
    await expect.element(screen.getByText('MXN 116,000.00 de facturas + MXN 1,546.67 de recargos')).toBeVisible();
    await expect
      .element(screen.getByRole('list', { name: 'Facturas que ampara' }).getByRole('listitem'))
      .toHaveTextContent('A-12 Comercial ÑandúMXN 116,000.00venció el 24/04/2026+ MXN 1,546.67');
    await expect
      .element(
        screen.getByText('No incluye 1 factura vencida que ya tiene cómo pagarse: con la referencia AN110000000197.'),
      )
      .toBeVisible();
    const day = screen.getByRole('textbox', { name: 'Día de pago' });
    await day.fill('03/08/2026');
    await expect.element(screen.getByText('Elige un día de hoy al 02/08/2026.')).toBeVisible();
    await day.fill('05/05/2026');
    await expect.element(screen.getByText('MXN 117,701.33')).toBeVisible();
    await screen.getByRole('button', { name: 'Generar referencia de pago' }).click();
    await expect.poll(() => references).toEqual(['AN110000000141']);
    expect(quotes.map(({ body }) => body.payOn)).toEqual(['2026-05-04', '2026-05-05']);
    expect(made.map(({ body }) => body)).toEqual([
      { invoices: ['00000000-0000-4000-8000-00000000000A'], payOn: '2026-05-05' },
    ]);
  });
});

it('[REF-01] the list shows in full until when a reference is valid, and what is left of one that is partly paid', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const reference = { ...aReference('pending'), validUntil: '2027-12-28', left: '16213.33' };
  const screen = await renderScreen(
    <ReferenceTable references={[reference]} onOpen={() => {}} onNotPrinted={() => {}} />,
  );
  const until = screen.getByText('Hasta el 28/12/2027');
  await expect.element(until).toBeVisible();
  await expect.element(screen.getByText('Faltan MXN 16,213.33')).toBeVisible();
  await document.fonts.ready;
  expect(until.element().scrollWidth).toBe(until.element().clientWidth);
});
