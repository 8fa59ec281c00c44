/** Two months of a lender on its screens, from an empty production to books that agree with its bank. */
import { check } from '@anticipa/api/commands/check';
import { differencesIn } from '@anticipa/api/testing/simulation/night';
import { dateOf } from '@anticipa/domain/calendar';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Lender, type Person, startLender } from './lender.ts';
import {
  act,
  arrive,
  centsIn,
  identify,
  openInvoice,
  openSoldInvoice,
  order,
  pay,
  payInvoice,
  proposePayment,
  transferByHand,
  undo,
} from './money-steps.ts';
import { filesOf, foliosOf, hules, receiver, telas, zapatos } from './month-cast.ts';
import { bankOf, type Life } from './month-recount.ts';
import {
  approve,
  approveReceiver,
  authoriseSale,
  confirmSale,
  goTo,
  openClient,
  proposeTerms,
  sell,
} from './opening-steps.ts';
import { drop } from './portal.ts';
import {
  approveAll,
  choosePaymentOrders,
  describeLender,
  inviteOperator,
  proposeAccounts,
  proposeAmounts,
} from './setup-steps.ts';

test.describe.configure({ mode: 'serial' });

const clients = [zapatos, hules, telas];

let lender: Lender;
/** Ana and Beto open the desk; Carla collects, and Darío pays and is the second person of both. */
let ana: Person;
let beto: Person;
let carla: Person;
let dario: Person;
const people = new Map<string, Person>();
/** Addresses of their sales. */
const sales = new Map<string, string>();
test.beforeAll(async () => {
  lender = await startLender('month', new Date('2026-01-16T17:00:00Z'));
});
test.afterAll(async () => {
  await lender?.close();
});

const administratorOf = ({ entityName }: { readonly entityName: string }): Person => {
  const person = people.get(entityName);
  if (!person) throw new Error(`nobody of ${entityName}`);
  return person;
};

async function staff(browser: Browser): Promise<void> {
  const byCommand = async (name: string, roles: Parameters<Lender['production']['inviteOperator']>[1]) => {
    const email = `${name}@financiera.example`;
    return lender.join(browser, email, 'operator', await lender.production.inviteOperator(email, roles));
  };
  ana = await byCommand('ana', ['administrador', 'riesgo', 'soporte']);
  beto = await byCommand('beto', ['riesgo', 'soporte', 'tesoreria']);
  await inviteOperator(ana.page, 'carla@financiera.example', ['cobranza', 'contabilidad']);
  await inviteOperator(ana.page, 'dario@financiera.example', ['tesorería', 'cobranza']);
  carla = await lender.join(browser, 'carla@financiera.example', 'operator');
  dario = await lender.join(browser, 'dario@financiera.example', 'operator');
}

async function setUp(): Promise<void> {
  const { stpClabe = '', stpCompany = '' } = lender.production.config;
  await describeLender(ana.page);
  await proposeAmounts(ana.page);
  await proposeTerms(ana.page, lender.production.clock.today());
  await proposeAccounts(dario.page, stpClabe, stpCompany);
  await goTo(beto.page, 'l', 'Lista 69-B');
  await beto.page.getByRole('button', { name: 'Descargar del SAT' }).click();
  await approveAll(await lender.open(beto, '/lender/proposals'));
}

test('[DIN-95] a lender is set up on its screens, from an empty database', { tag: '@full' }, async ({ browser }) => {
  await staff(browser);
  await setUp();
  for (const client of clients) {
    await openClient(ana.page, client);
    await choosePaymentOrders(ana.page, lender.production.config.stpCompany ?? '');
    await approveAll(await lender.open(beto, '/lender/proposals'));
    people.set(client.entityName, await lender.join(browser, client.administrator.email, 'client'));
  }
  await lender.open(ana, '/lender');
  await expect(ana.page.getByRole('heading', { name: 'Hoy' })).toBeVisible();
  await expect(ana.page.getByText('Falta por configurar')).toHaveCount(0);
});

test('[DIN-95] three clients sell, and two people answer', { tag: '@full' }, async () => {
  const { production } = lender;
  for (const client of clients) {
    const page = await lender.open(administratorOf(client), '/');
    await drop(page, await filesOf(client, production.systems.pki, production.clock.today()));
    await expect(page.getByText(`${client.count} facturas nuevas`, { exact: true })).toBeVisible();
    await lender.open(beto, '/lender');
    if (client === zapatos) await approveReceiver(beto.page, receiver.name);
    await sell(page, receiver.name);
    await authoriseSale(await lender.open(ana, '/lender'), client.count, client.issuer.name);
    await confirmSale(await lender.open(beto, '/lender'));
  }
});

test('[DIN-95] deposits are paid, one after the bank returned it, and one to another holder', {
  tag: '@full',
}, async () => {
  const { stp } = lender.bank;
  await lender.passTo(dateOf('2026-01-19'));
  const page = await lender.open(dario, '/lender/payables');
  await order(page, /Telas Ávila/);
  await proposePayment(page, /Zapatos Ñuñoa/, 'Depósito de la primera venta');
  await approve(await lender.open(beto, '/lender/proposals'), /^Ordenar 1 pago/);
  await lender.open(dario, '/lender/payables');
  stp.decide('other-name');
  await order(page, /Hules de Toluca/);
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('heading', { name: 'Nada por depositar' })).toBeVisible();
  stp.decide('paid');
  const returned = stp.records.transfers.find(({ cuentaBeneficiario }) => cuentaBeneficiario === zapatos.clabe);
  if (returned) stp.records.settle(returned, 'D');

  await lender.passTo(dateOf('2026-01-20'));
  for (const { entityName, series } of clients) {
    await lender.open(dario, '/lender/portfolio');
    await page
      .getByRole('row', { name: new RegExp(`\\b${series}-1\\b`) })
      .getByRole('link', { name: 'Venta 1' })
      .click();
    await expect(page.getByRole('heading', { name: 'Venta 1', level: 1 })).toBeVisible();
    sales.set(entityName, page.url());
  }
  await lender.open(dario, '/lender');
  await page.getByRole('link', { name: /Transferencias en duda/ }).click();
  await expect(page.getByRole('row', { name: /Zapatos Ñuñoa/ })).toContainText('Devuelta');
  await page.getByRole('button', { name: 'Ordenar de nuevo: Venta 1' }).click();
  const again = page.getByRole('dialog');
  await again.getByRole('button', { name: 'Ordenar transferencia' }).click();
  await again.getByLabel('Motivo').fill('El banco liberó la cuenta');
  await again.getByRole('button', { name: 'Ordenar transferencia' }).click();
  await expect(again).toHaveCount(0);
  await approve(await lender.open(beto, '/lender/proposals'), /^Ordenar 1 pago/);
  await lender.open(dario, '/lender/transfers');
  await expect(page.getByRole('heading', { name: 'Ninguna transferencia con problemas' })).toBeVisible();
  await lender.open(dario, '/lender/alerts');
  await expect(page.getByRole('row', { name: /Hules de Toluca/ })).toContainText('es de otro titular');
  await act(page, /^Cerrar sin su causa/, {
    fields: { Motivo: 'La titular es la dueña de la empresa' },
    send: 'Enviar a aprobación',
  });
  await approve(await lender.open(beto, '/lender/proposals'), /^Cerrar una alerta de dinero/);
});

test('[DIN-95] before the due date: an early payment, a promise, a dispute, an extension, a recourse', {
  tag: '@full',
}, async () => {
  await lender.passTo(dateOf('2026-02-03'));
  await lender.open(carla, '/lender/month-cut?mes=2026-01');
  const cfdi = carla.page.getByRole('grid', { name: 'CFDI del mes' });
  await expect(cfdi.getByRole('row', { name: 'Vigente' })).toHaveCount(clients.length);
  await pay(lender, carla, ['Z-2']);

  const page = await openInvoice(lender, carla, 'Z-9');
  const Motivo = 'Lo acordó Laura Paz, tesorera';
  await act(page, 'Registrar promesa', {
    fields: {
      'Importe prometido, MXN': '116000.00',
      'Día prometido': '20/03/2026',
      'Quién lo prometió': 'Laura Paz, tesorera',
    },
    send: 'Registrar promesa',
  });
  const raised = { 'Quién la disputa': 'Laura Paz, tesorera', Motivo: 'Faltaron dos cajas en la entrega' };
  await act(page, 'Abrir disputa', { fields: raised, send: 'Abrir disputa' });
  await act(page, 'Cerrar disputa', { fields: { Motivo: 'Las cajas llegaron' }, send: 'Cerrar disputa' });
  const later = { 'Vencimiento nuevo': '31/03/2026', Motivo };
  await act(page, 'Proponer prórroga', { fields: later, send: 'Enviar a aprobación' });
  await approve(await lender.open(dario, '/lender/proposals'), /^Prorrogar la factura Z/);

  const cancelled = await openInvoice(lender, carla, 'Z-8');
  const uuid = (await cancelled.getByText(/^[0-9A-F]{8}-/).textContent()) ?? '';
  lender.production.systems.taxStatus.script(uuid, 'cancelled');
  await lender.passTo(dateOf('2026-02-04'));
  await lender.open(ana, '/lender/alerts');
  const alert = ana.page.getByRole('row', { name: /El SAT objeta una factura vendida/ });
  await expect(alert).toContainText('La factura está cancelada ante el SAT');
  await alert.getByRole('button', { name: /^Marcar como atendida/ }).click();
  await openInvoice(lender, carla, 'Z-8');
  const asked = { Motivo: 'El receptor la canceló en el SAT' };
  await act(carla.page, 'Pedir la recompra', { fields: asked, send: 'Enviar a aprobación' });
  await approve(await lender.open(dario, '/lender/proposals'), /^Pedir la recompra/);
  await openInvoice(lender, carla, 'Z-8');
  await payInvoice(lender, carla.page, { amount: '105179.52', payer: 'El cliente, en su lugar' });
});

test('[DIN-95] on the due date: payments exact, short, over, double, unknown, and one of three clients', {
  tag: '@full',
}, async () => {
  await lender.passTo(dateOf('2026-03-20'));
  const { page } = carla;
  await pay(lender, carla, ['Z-1']);
  await pay(lender, carla, ['Z-3'], { amount: '100000.00' });
  await pay(lender, carla, ['Z-4'], { amount: '121000.00', reason: 'El receptor pagó de más' });
  await approve(await lender.open(dario, '/lender/proposals'), /^Cobro con clave/);
  await pay(lender, carla, ['Z-5']);
  await pay(lender, carla, ['Z-6']);
  await arrive(lender, { key: 'DOBLE1', pesos: 116_000 });
  await arrive(lender, { key: 'DESCONOCIDO1', pesos: 110_000 });
  await arrive(lender, { key: 'TRES1', pesos: 116_000 + 58_000 + 84_000 });

  await lender.open(carla, '/lender/receipts?cola=unidentified');
  await act(page, 'Regresar DOBLE1', { send: 'Regresar' });
  await identify(page, 'DESCONOCIDO1', ['Z-10']);
  await identify(page, 'TRES1', ['Z-7', 'H-1', 'T-1']);
  await openInvoice(lender, carla, 'T-1');
  await act(page, 'Registrar una nota de crédito', {
    fields: {
      Importe: '3000.00',
      'Folio fiscal de la nota de crédito': '6F1B2C3D-1111-4111-8111-0A1B2C3D4E5F',
      Motivo: 'Mercancía devuelta, que el receptor dedujo',
    },
    send: 'Registrar',
  });
  await approve(await lender.open(dario, '/lender/proposals'), /^Registrar una nota de crédito/);
});

test('[DIN-95] receipts, shortfalls and devoluciones that were wrong are undone', { tag: '@full' }, async () => {
  // The receipt of Z6 was that of Z12.
  const undoing = await openSoldInvoice(lender, dario, { from: 'Z-3', folio: 'Z-6' });
  await undo(undoing, 'La transferencia era de otra factura', 'Está en el banco: queda por identificar');
  await approve(await lender.open(carla, '/lender/proposals'), /^Deshacer: cobro/);
  await lender.open(carla, '/lender/receipts?cola=unidentified');
  await identify(carla.page, 'BANCO', ['Z-12']);

  const close = { fields: { Motivo: 'El receptor no paga más' }, send: 'Cerrar faltante' };
  for (const folio of ['Z-10', 'Z-3']) {
    await act(await openInvoice(lender, carla, folio), 'Cerrar faltante', close);
    await approve(await lender.open(dario, '/lender/proposals'), /^Cerrar un faltante/);
  }
  await undo(await openInvoice(lender, carla, 'Z-3'), 'El receptor pagará el resto');
  await approve(await lender.open(dario, '/lender/proposals'), /^Deshacer: cierre de un faltante/);

  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, dario.page, 'Registrar la devolución de Hules de Toluca');
  lender.bank.move('MXN', await devolucionUndone());
  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, dario.page, 'Registrar la devolución de Hules de Toluca');
});

/** The bank takes the devolución of H1 back; returns what it gave back. */
async function devolucionUndone(): Promise<bigint> {
  const page = await openSoldInvoice(lender, dario, { from: 'H-2', folio: 'H-1' });
  const paid = page
    .getByRole('row', { name: /Devolución transferida/ })
    .getByRole('gridcell')
    .last();
  const cents = centsIn((await paid.textContent()) ?? '');
  await undo(page, 'El banco la devolvió');
  await approve(await lender.open(carla, '/lender/proposals'), /^Deshacer: pago de una devolución/);
  return cents;
}

test('[DIN-95] late payments, a write-off, devoluciones and money sent back', { tag: '@full' }, async () => {
  await lender.passTo(dateOf('2026-03-30'));
  for (const folios of [['Z-6'], ['Z-3'], ['H-2'], ['T-2']]) await pay(lender, carla, folios);
  await openInvoice(lender, carla, 'Z-11');
  await act(carla.page, 'Castigar la factura', {
    fields: { Motivo: 'El receptor está en concurso mercantil' },
    send: 'Enviar a aprobación',
  });
  await approve(await lender.open(dario, '/lender/proposals'), /^Castigar la factura/);
  await lender.passTo(dateOf('2026-03-31'));
  await pay(lender, carla, ['Z-9']);
  const page = await lender.open(dario, '/lender/payables?cola=payouts');
  await order(page, /Zapatos Ñuñoa/, /Hules de Toluca/, /Telas Ávila/);
  await lender.open(dario, '/lender/payables?cola=returns');
  await transferByHand(lender, page, 'Registrar el regreso de DOBLE1');
});

/** Fates of the invoices that were not paid in full on their due date. */
const lives: Readonly<Record<string, Life>> = {
  'Z-3': { late: { cents: 1_600_000n, days: 10n } },
  'Z-6': { late: { cents: 11_600_000n, days: 10n } },
  'Z-9': { extended: 11n },
  'Z-11': { isWrittenOff: true },
  'H-2': { late: { cents: 5_800_000n, days: 10n } },
  'T-2': { late: { cents: 8_700_000n, days: 10n } },
};

/** Debits less credits of an account on an invoice's page. */
async function balanceOf(page: Page, account: RegExp): Promise<bigint> {
  const cells = page.getByRole('row', { name: account }).getByRole('gridcell');
  const [debit = '', credit = ''] = (await cells.allTextContents()).slice(-2);
  return centsIn(debit) - centsIn(credit);
}

/** Received less paid for each invoice, as its page has it. */
async function bankOnPages(): Promise<(readonly [string, bigint])[]> {
  const found: (readonly [string, bigint])[] = [];
  for (const [entityName, address] of sales) {
    for (const folio of foliosOf(clients.find((client) => client.entityName === entityName))) {
      const page = await lender.open(dario, address);
      const invoices = page.getByRole('list', { name: 'Facturas de la venta' });
      await invoices.getByRole('button', { name: new RegExp(`^${folio}\\b`) }).click();
      await page.getByRole('link', { name: 'Ver la factura' }).click();
      await expect(page.getByRole('row', { name: /^Bancos/ })).toBeVisible();
      // Money that was unidentified came to the bank in the lender's own journal.
      const moved = [/^Bancos/, /^Dinero que estaba sin identificar/].map((name) => balanceOf(page, name));
      found.push([folio, (await Promise.all(moved)).reduce((sum, cents) => sum + cents, 0n)]);
    }
  }
  return found;
}

test('[DIN-81] [DIN-95] at the end the books are what the bank has, and every sale adds up', {
  tag: '@full',
}, async () => {
  await lender.passTo(dateOf('2026-04-06'));
  await lender.open(carla, '/lender/portfolio');
  await expect(carla.page.getByRole('heading', { name: 'Nada por cobrar' })).toBeVisible();
  const counted = clients.flatMap((client) =>
    foliosOf(client).map((folio) => [folio, bankOf(client.cents, lives[folio])]),
  );
  expect(Object.fromEntries(await bankOnPages())).toEqual(Object.fromEntries(counted));
  expect(lender.bank.balance('MXN')).toBe(counted.reduce((sum, [, cents]) => sum + BigInt(cents ?? 0), 0n));
  lender.production.takeLog();
  expect(await differencesIn(lender)).toEqual([]);
  expect(await check(lender.production.config, ['invariants'])).toBe(0);
  expect(await check(lender.production.config, ['files'])).toBe(0);
});
