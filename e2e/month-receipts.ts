/** Receipts of the month that nobody types: money at STP, at the payers' own CLABEs, and in the files of the bank. */
import { expect } from '@playwright/test';
import { addAccount, bookMovements, bringFile, expectReconciled, tellApart } from './bank-steps.ts';
import { press } from './keys.ts';
import { acceptProposal, arrive, identify, makeReference, openSold, refuseProposal, undo } from './money-steps.ts';
import { type Client, cafe, hules, telas, zapatos } from './month-cast.ts';
import { approved, bringFiles, type Desk, found } from './month-desk.ts';

/** Money of which only people know what it pays: one payment that the portal takes for another invoice's, and one of three clients. */
export async function identifyMoney(desk: Desk): Promise<void> {
  const { lender, carla, dario } = desk;
  await arrive(lender, { key: 'DESCONOCIDO1', pesos: 110_000, concept: 'PAGO FACTURA Z-11' });
  await arrive(lender, { key: 'TRES1', pesos: 116_000 + 58_000 + 84_000 });
  const page = await lender.open(carla, '/lender/receipts?cola=proposed');
  await refuseProposal(page, 'DESCONOCIDO1', 'Laura Paz dijo que paga la Z-10');
  await lender.open(carla, '/lender/receipts?cola=unidentified');
  await identify(page, 'DESCONOCIDO1', ['Z-10']);
  const note = { folio: 'T-1', amount: '3000.00', uuid: '6F1B2C3D-1111-4111-8111-0A1B2C3D4E5F' };
  await identify(page, 'TRES1', ['Z-7', 'H-1', 'T-1'], { ...note, reason: 'Mercancía devuelta' });
  await approved(desk, dario, /TRES1/);
}

/** The client gets a CLABE for its receiver, to which the receiver is to pay. */
async function getClabe({ lender, administrators }: Desk, client: Client): Promise<string> {
  const { rfc, name } = client.receiver;
  const page = await lender.open(found(administrators.get(client)), '/profile?ver=clientes');
  await press(page, page.getByRole('button', { name: 'Agregar cliente' }));
  const dialog = page.getByRole('dialog', { name: 'Agregar cliente' });
  await dialog.getByLabel('RFC').fill(rfc);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Razón Social')).toHaveValue(name);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Guardar' }));
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('grid', { name: 'Mis clientes' }).getByRole('row', { name: rfc });
  return /\d{18}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
}

/** The receiver pays to CLABEs: one payment the bank takes back, one is moved to the client whom it paid, one comes twice. */
export async function receiveByClabe(desk: Desk): Promise<void> {
  const { lender, carla, dario } = desk;
  const { records } = lender.bank.stp;
  const [ofHules, ofTelas] = [await getClabe(desk, hules), await getClabe(desk, telas)];
  await arrive(lender, { key: 'REGRESA1', pesos: 58_000, clabe: ofHules });
  const page = await openSold(lender, carla, 'H-2');
  const taken = records.transfers.find(({ claveRastreo }) => claveRastreo === 'REGRESA1');
  records.settle(found(taken), 'D');
  // Pays the same again, and errs in the CLABE.
  await arrive(lender, { key: 'EQUIVOCADO1', pesos: 58_000, clabe: ofTelas });
  await lender.open(carla, '/lender/alerts');
  await expect(page.getByRole('row', { name: /REGRESA1/ })).toBeVisible();
  await openSold(lender, carla, 'H-2');
  await undo(page, 'El banco lo regresó', { money: 'gone', shows: /el dinero no está en el banco/ });
  await approved(desk, dario, /^Deshacer: cobro/);
  await openSold(lender, carla, 'T-2');
  const shows = /La factura T-2 vuelve a deber.*El dinero paga MXN 58,000\.00 de la factura H-2/;
  await undo(page, 'El receptor usó la CLABE de otro cliente', { money: 'moved', to: 'H-2', shows });
  await approved(desk, dario, /^Deshacer: cobro/);

  await arrive(lender, { key: 'CLABE1', pesos: 87_000, clabe: ofTelas });
  await lender.open(carla, '/lender/receipts?cola=applied');
  await arrive(lender, { key: 'DOBLE1', pesos: 87_000, clabe: ofTelas });
  await lender.open(carla, '/lender/receipts?cola=proposed');
  await acceptProposal(page, 'DOBLE1', 'Regresar');
}

/** The bank has what was typed, and two receipts of which nobody else knew: one by its reference, one without. */
export async function bookBankFiles(desk: Desk): Promise<void> {
  const { lender, carla, dario, administrators } = desk;
  const { MXN, USD, STP } = lender.accounts;
  const client = await lender.open(found(administrators.get(zapatos)), '/?producto=BI&estado=credito');
  const morning = MXN.file();
  const reference = await makeReference(client, 'Z-5');
  MXN.move(11_600_000n, `PAGO ${reference}`);
  USD.move(cafe.cents, 'WIRE IN');
  const page = await lender.open(dario, '/lender/bank');
  for (const account of [MXN, STP]) await addAccount(page, account);
  await bringFile(page, MXN, morning);
  // The afternoon's file has one movement, of the day and the amount of two of the morning's.
  await bringFile(page, MXN, MXN.file(-1));
  await tellApart(page, `PAGO ${reference}`, 'El archivo es el de la tarde');
  for (const account of [USD, STP]) await bringFile(page, account);
  await bookMovements(page);
  // One has the amount of another receipt until that one has its movement.
  await bookMovements(page);
  await expectReconciled(page, bankGroups);
  await lender.open(carla, '/lender/receipts');
  await acceptProposal(carla.page, 'BANCOUSD', 'Aceptar');
}

const bankGroups = ['MXN · tus cuentas', 'MXN · cuenta en STP', 'USD · tus cuentas'];

/** Everything that the banks have moved since then is in the books. */
export async function reconcileAgain(desk: Desk): Promise<void> {
  await bringFiles(desk);
  await expectReconciled(desk.dario.page, bankGroups);
}
