/** Two months of a lender on its screens, from an empty production to books that agree with its bank. */
import { check } from '@anticipa/api/commands/check';
import { differencesIn } from '@anticipa/api/testing/simulation/night';
import { dateOf } from '@anticipa/domain/calendar';
import { financedCurrencies } from '@anticipa/domain/money';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { addAccount, bookMovements, bringFile, expectReconciled } from './bank-steps.ts';
import { type Lender, type Person, startLender } from './lender.ts';
import {
  acceptProposal,
  act,
  arrive,
  identify,
  makeReference,
  openInvoice,
  openSoldInvoice,
  order,
  pay,
  payInvoice,
  proposePayment,
  transferByHand,
  undo,
} from './money-steps.ts';
import { type Client, cafe, clients, filesOf, foliosOf, lives, telas, zapatos } from './month-cast.ts';
import { bankOf, bankOnPage } from './month-recount.ts';
import {
  approve,
  approveReceiver,
  authoriseSale,
  confirmSale,
  goTo,
  openClient,
  proposeTerms,
  sell,
  toApproval,
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
  await proposeAccounts(dario.page, { MXN: stpClabe, USD: lender.accounts.USD.number }, stpCompany);
  await goTo(beto.page, 'l', 'Lista 69-B');
  await beto.page.getByRole('button', { name: 'Descargar del SAT' }).click();
  await approveAll(await lender.open(beto, '/lender/proposals'));
}

test('[DIN-95] a lender is set up on its screens, from an empty database', { tag: '@full' }, async ({ browser }) => {
  await staff(browser);
  await setUp();
  for (const client of clients) {
    await openClient(ana.page, client);
    if (client.currency === 'MXN') await choosePaymentOrders(ana.page, lender.production.config.stpCompany ?? '');
    await approveAll(await lender.open(beto, '/lender/proposals'));
    people.set(client.entityName, await lender.join(browser, client.administrator.email, 'client'));
  }
  await lender.open(ana, '/lender');
  await expect(ana.page.getByRole('heading', { name: 'Hoy' })).toBeVisible();
  await expect(ana.page.getByText('Falta por configurar')).toHaveCount(0);
});

test('[DIN-95] four clients sell, one of them in dollars, and two people answer', { tag: '@full' }, async () => {
  const { production } = lender;
  for (const client of clients) {
    const page = await lender.open(administratorOf(client), '/');
    await drop(page, await filesOf(client, production.systems.pki, production.clock.today()));
    await expect(page.getByText(`${client.count} facturas nuevas`, { exact: true })).toBeVisible();
    await lender.open(beto, '/lender');
    if (client === zapatos || client === cafe) await approveReceiver(beto.page, client.receiver.name);
    await sell(page, client.receiver.name);
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
  await transferByHand(lender, page, /^Registrar el depósito: .*Café de Veracruz/);
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
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('row', { name: /Zapatos Ñuñoa/ })).toContainText('Cuenta bloqueada');
  await confirmAccount(zapatos, 'El banco liberó la cuenta');
  await lender.open(dario, '/lender/payables');
  await proposePayment(page, /Zapatos Ñuñoa/, 'El banco había devuelto el primero');
  await approve(await lender.open(beto, '/lender/proposals'), /^Ordenar 1 pago/);
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('heading', { name: 'Nada por depositar' })).toBeVisible();
  await lender.open(dario, '/lender/alerts');
  await expect(page.getByRole('row', { name: /Hules de Toluca/ })).toContainText('OTRO TITULAR');
  await act(page, /^Cerrar sin su causa/, {
    fields: { Motivo: 'La titular es la dueña de la empresa' },
    send: toApproval,
  });
  await approve(await lender.open(beto, '/lender/proposals'), /^Cerrar una alerta de dinero/);
});

/** Confirms, with two people, the account to which a payment did not arrive. */
async function confirmAccount({ entityName, currency }: Client, Motivo: string): Promise<void> {
  const page = await lender.open(ana, '/lender/clients');
  await page.getByRole('link', { name: entityName, exact: true }).click();
  await expect(page.getByRole('heading', { name: entityName, level: 1 })).toBeVisible();
  const send = { fields: { Motivo }, send: toApproval };
  await act(page, `Confirmar la cuenta Anticipo Índice ${currency}`, send);
  await approve(await lender.open(beto, '/lender/proposals'), /^Liberar cuenta/);
}

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
  await act(page, 'Proponer prórroga', { fields: later, send: toApproval });
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
  await act(carla.page, 'Pedir la recompra', { fields: asked, send: toApproval });
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
  await pay(lender, carla, ['Z-6']);
  await pay(lender, carla, ['C-1'], { currency: 'USD' });
  await arrive(lender, { key: 'DOBLE1', pesos: 116_000 });
  await arrive(lender, { key: 'DESCONOCIDO1', pesos: 110_000 });
  await arrive(lender, { key: 'TRES1', pesos: 116_000 + 58_000 + 84_000 });

  await lender.open(carla, '/lender/receipts?cola=unidentified');
  await act(page, 'Regresar DOBLE1', { send: 'Regresar' });
  await identify(page, 'DESCONOCIDO1', ['Z-10']);
  const note = { folio: 'T-1', amount: '3000.00', uuid: '6F1B2C3D-1111-4111-8111-0A1B2C3D4E5F' };
  await identify(page, 'TRES1', ['Z-7', 'H-1', 'T-1'], { ...note, reason: 'Mercancía devuelta' });
  await approve(await lender.open(dario, '/lender/proposals'), /TRES1/);
  await bookBankFiles();
});

const bankGroups = ['MXN · tus cuentas', 'MXN · cuenta en STP', 'USD · tus cuentas'];

/** Uploads the file of every account, and books the movements that are not in the books. */
async function bringFiles(page: Page): Promise<void> {
  for (const account of Object.values(lender.accounts)) await bringFile(page, account);
  await bookMovements(page);
}

/** Books the files of the banks, with two receipts that only they report: one with a reference, one without. */
async function bookBankFiles(): Promise<void> {
  const client = await lender.open(administratorOf(zapatos), '/?producto=BI&estado=credito');
  lender.accounts.MXN.move(11_600_000n, `PAGO ${await makeReference(client, 'Z-5')}`);
  lender.accounts.USD.move(cafe.cents, 'WIRE IN');
  const page = await lender.open(dario, '/lender/bank');
  for (const account of Object.values(lender.accounts)) await addAccount(page, account);
  await bringFiles(page);
  // One movement resembles another receipt of the same amount until that receipt has its own movement.
  await bookMovements(page);
  await expectReconciled(page, bankGroups);
  await lender.open(carla, '/lender/receipts');
  await acceptProposal(carla.page, 'BANCOUSD');
}

test('[DIN-95] receipts, shortfalls, devoluciones, credit notes and cuts that were wrong are undone', {
  tag: '@full',
}, async () => {
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
  const devolucion = 'Registrar la devolución de Hules de Toluca';
  await transferByHand(lender, dario.page, devolucion, { key: 'NUNCAHECHA1' });
  await undo(await openSoldInvoice(lender, dario, { from: 'H-2', folio: 'H-1' }), 'El banco nunca la hizo');
  await approve(await lender.open(carla, '/lender/proposals'), /^Deshacer: pago de una devolución/);
  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, dario.page, devolucion);

  await act(await openInvoice(lender, carla, 'T-2'), 'Registrar una nota de crédito', {
    fields: {
      Importe: '2000.00',
      'Folio fiscal de la nota de crédito': '6F1B2C3D-2222-4111-8111-0A1B2C3D4E5F',
      Motivo: 'Mercancía devuelta',
    },
    send: 'Registrar',
  });
  await approve(await lender.open(dario, '/lender/proposals'), /^Registrar una nota de crédito/);
  const fields = { Motivo: 'La nota era de otra factura' };
  await act(await openInvoice(lender, carla, 'T-2'), /^Retirar: Nota de crédito/, { fields, send: toApproval });
  await approve(await lender.open(dario, '/lender/proposals'), /^Retirar/);
  await cutAgain();
});

/** Cancels the CFDI of January of one client with their complements, and issues them again. */
async function cutAgain(): Promise<void> {
  const month = '/lender/month-cut?mes=2026-01';
  const { entityName } = telas;
  const page = await lender.open(carla, month);
  const fields = { Motivo: 'Su contador pidió otra fecha' };
  await act(page, `Deshacer el corte de ${entityName}`, { fields, send: toApproval });
  await approve(await lender.open(dario, '/lender/proposals'), /^Deshacer el corte/);
  const states = page.getByRole('grid', { name: 'CFDI del mes' }).getByRole('row', { name: entityName });
  await lender.open(carla, month);
  await expect(states).toHaveText([/Cancelándose/]);
  // Its complement came first.
  await lender.open(carla, month);
  await expect(states).toHaveText([/Cancelado/]);
  await act(page, `Facturar el mes de ${entityName}`, { send: 'Facturar' });
  await lender.open(carla, month);
  await expect(states.filter({ hasText: 'Vigente' })).toHaveCount(1);
}

test('[DIN-95] late payments, a write-off, devoluciones and money sent back', { tag: '@full' }, async () => {
  await lender.passTo(dateOf('2026-03-30'));
  for (const folios of [['Z-6'], ['Z-3'], ['H-2'], ['T-2']]) await pay(lender, carla, folios);
  await openInvoice(lender, carla, 'Z-11');
  await act(carla.page, 'Castigar la factura', {
    fields: { Motivo: 'El receptor está en concurso mercantil' },
    send: toApproval,
  });
  await approve(await lender.open(dario, '/lender/proposals'), /^Castigar la factura/);
  await lender.passTo(dateOf('2026-03-31'));
  await pay(lender, carla, ['Z-9']);
  const page = await lender.open(dario, '/lender/payables?cola=payouts');
  await order(page, /Zapatos Ñuñoa/, /Hules de Toluca/, /Telas Ávila/);
  await lender.open(dario, '/lender/payables?cola=payouts');
  await devolucionReturned();
  await lender.open(dario, '/lender/payables?cola=returns');
  await transferByHand(lender, page, 'Registrar el regreso de DOBLE1');
});

/** Records that the bank returned a devolución that a person had transferred, and pays it again. */
async function devolucionReturned(): Promise<void> {
  const { page } = dario;
  const devolucion = 'Registrar la devolución de Café de Veracruz';
  const cents = await transferByHand(lender, page, devolucion);
  const key = lender.accounts.USD.move(cents, 'SPEI DEVUELTO');
  await lender.open(dario, '/lender/payables?cola=made');
  const reason = { Motivo: 'El cliente no la ve en su cuenta' };
  await act(page, 'Reclamar el pago: Devolución · Café de Veracruz', { fields: reason, send: 'Registrar reclamo' });
  const fields = { 'Clave del regreso': key, Motivo: 'La cuenta estaba bloqueada' };
  await act(page, 'Registrar que regresó: Devolución · Café de Veracruz', { fields, send: 'Proponer' });
  await approve(await lender.open(beto, '/lender/proposals'), /^Registrar que regresó/);
  await confirmAccount(cafe, 'Su banco la desbloqueó');
  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, page, devolucion);
}

test('[DIN-81] [DIN-95] at the end the books are what the bank has, and every sale adds up', {
  tag: '@full',
}, async () => {
  await lender.passTo(dateOf('2026-04-06'));
  await lender.open(carla, '/lender/portfolio');
  await expect(carla.page.getByRole('heading', { name: 'Nada por cobrar' })).toBeVisible();
  const total = { MXN: 0n, USD: 0n };
  for (const client of clients)
    for (const folio of foliosOf(client)) {
      const cents = bankOf(client.cents, lives[folio]);
      const sale = sales.get(client.entityName) ?? '';
      expect([folio, await bankOnPage(lender, dario, sale, folio)]).toEqual([folio, cents]);
      total[client.currency] += cents;
    }
  for (const currency of financedCurrencies) expect(lender.bank.balance(currency)).toBe(total[currency]);
  await bringFiles(await lender.open(dario, '/lender/bank'));
  await expectReconciled(dario.page, bankGroups);
  lender.production.takeLog();
  expect(await differencesIn(lender)).toEqual([]);
  expect(await check(lender.production.config, ['invariants'])).toBe(0);
  expect(await check(lender.production.config, ['files'])).toBe(0);
});
