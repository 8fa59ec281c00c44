/** A client of a lender that downloads from the tax authority itself, from its e.firma to its disconnection. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCertificate } from '@anticipa/cfdi/certificate';
import { loadTrust } from '@anticipa/cfdi/trust-store';
import { validateCredentials } from '@anticipa/contract/sync';
import { dateOf } from '@anticipa/domain/calendar';
import { type MassDownloadServer, startMassDownloadServer } from '@anticipa/sandbox/mass-download-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anInvoiceFile } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { runCron } from '../../../testing/jobs.ts';
import { logInto } from '../../../testing/log.ts';
import { patientSync } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { aSealingKey, filesOf } from '../../../testing/sync-providers.ts';
import { aSyncingClient } from '../../../testing/syncing-client.ts';
import { tablesWith } from '../../../testing/tables-with.ts';
import { openOutside } from '../../gateways/outside.ts';
import { startCfdiReader } from '../../platform/cfdi/reader.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { advanceSync, READ_BUDGET_MS } from './runs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'Llave-de-la-firma-77';

let world: PortalWithMail;
let sat: MassDownloadServer;
let folder: string;
let own: Awaited<ReturnType<typeof aSyncingClient>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anticipa-efirma-'));
  sat = await startMassDownloadServer({ now: () => world.portal.clock.now(), perPackage: 3 });
  const massDownload = { folder, requests: sat.url, packages: sat.url };
  world = await startPortalWithMail({ massDownload, ciecKeys: [aSealingKey('2026', 1)] });
});
afterAll(async () => {
  await world.close();
  await sat.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  own = await aSyncingClient(world);
});

type Files = ReturnType<typeof filesOf>;
const holder = () => ({ rfc: own.client.rfc, name: own.client.entityName });
const efirma = async (): Promise<Files> => filesOf(await world.portal.pki.efirmaFor(holder()), PASSWORD);

/** Gives an e.firma in the wizard; the client's own by default. */
const give = async (password = PASSWORD, files?: Files) => {
  const { certificate, privateKey } = files ?? (await efirma());
  const sent = { certificate: certificate.toString('base64'), privateKey: privateKey.toString('base64') };
  return own.session().send(validateCredentials, { body: { username: own.client.rfc, password, efirma: sent } });
};
/** Gives the e.firma and connects. */
const connect = async (days: 30 | 90 = 90): Promise<void> => {
  expect((await give()).status).toBe(200);
  expect((await own.change({ syncActive: true, days })).status).toBe(200);
};
const issue = async (count: number, emittedOn = '2026-02-20') => {
  const made = await Promise.all(
    Array.from({ length: count }, () => anInvoiceFile(world.portal, own.client, { emittedOn: dateOf(emittedOn) })),
  );
  sat.records.addInvoices(made);
  return made.map(({ spec }) => spec.uuid);
};
const synced = async () => (await own.synced()).map(({ uuid }) => uuid).toSorted();
/** Names of what the folder has of the client. */
const kept = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.includes(`${own.client.rfc}.`));

describe('an e.firma', () => {
  it('[SAT-06] is valid, and the browser asks for it instead of a password', async () => {
    expect(await own.state()).toMatchObject({ syncCredential: 'efirma' });
    expect((await give()).body).toEqual({ data: { rfc: own.client.rfc, hasCiec: true, ciecStatus: 20 } });
    expect(await kept()).toHaveLength(1);
    expect((await own.check()).code).toBe('INVALID_REQUEST');
  });

  it('[SAT-02] [SAT-06] an e.firma with a wrong password, or another’s, is refused with the reason', async () => {
    const message = 'No pudimos establecer la conexión, verifica tu contraseña';
    expect((await give('otra')).body).toMatchObject({ error: { code: 'CIEC_WRONG', message } });
    expect(await own.taxpayer()).toMatchObject({ hasCiec: false, ciecStatus: 30 });
    const csd = filesOf(await world.portal.pki.sealerFor(holder()), PASSWORD);
    expect((await give(PASSWORD, csd)).code).toBe('EFIRMA_FOREIGN');
    const other = filesOf(await world.portal.pki.efirmaFor({ rfc: 'OTR010101AB1', name: 'OTRA' }), PASSWORD);
    expect((await give(PASSWORD, { ...(await efirma()), privateKey: other.privateKey })).code).toBe('EFIRMA_UNMATCHED');
    expect((await own.change({ syncActive: true, days: 30 })).code).toBe('CIEC_NOT_VALID');
    expect(await kept()).toEqual([]);
  });

  it('[SAT-02] cannot be checked while the tax authority does not answer', async () => {
    sat.script('error-500', 'Autentica');
    expect((await give()).code).toBe('SYNC_FAILED');
    expect(await own.taxpayer()).toMatchObject({ hasCiec: false, ciecStatus: 10 });
    expect(await kept()).toEqual([]);
  });

  it('[SAT-02] an e.firma that could not be checked is not taken for one that was kept before', async () => {
    expect((await give()).status).toBe(200);
    expect((await own.disconnect()).status).toBe(200);
    sat.script('error-500', 'Autentica');
    expect((await give()).code).toBe('SYNC_FAILED');
    expect(await own.taxpayer()).toMatchObject({ hasCiec: false, ciecStatus: 10 });
  });

  it('[SAT-03] a useless e.firma, left by a crash before its record, is removed after a day', async () => {
    expect((await give()).status).toBe(200);
    const used = own;
    own = await aSyncingClient(world);
    expect((await give()).status).toBe(200);
    await own.rows('delete from sync_credentials where client_id = $1');
    const removed = async () => {
      await runCron(world.portal, world.mail, 'remove-unused-efirmas');
      await world.deliver();
      return (await kept()).length;
    };
    world.portal.clock.pass(DAY_MS - HOUR_MS);
    expect(await removed()).toBe(1);
    world.portal.clock.pass(2 * HOUR_MS);
    expect(await removed()).toBe(0);
    own = used;
    expect(await kept()).toHaveLength(1);
    world.portal.clock.pass(-DAY_MS - HOUR_MS);
  });

  it('[SAT-07] an e.firma and its password are in no table, log or mail', async () => {
    const { privateKey } = await efirma();
    await connect();
    await issue(1);
    sat.script('invalid-security', 'SolicitaDescargaEmitidos');
    await world.deliver();
    for (const secret of [PASSWORD, privateKey.toString('base64').slice(0, 60)]) {
      expect(await tablesWith(world.portal, secret)).toEqual([]);
      expect(JSON.stringify([world.portal.log, world.mail.mails()])).not.toContain(secret);
    }
    expect(await own.rows('select from sync_passwords where client_id = $1')).toEqual([]);
  });
});

describe('a download', () => {
  it('[SAT-03] [SAT-07] imports the chosen days, each invoice once, and is not disconnected meanwhile', async () => {
    const wanted = await issue(7);
    await issue(1, '2026-01-15');
    sat.records.setOutcome(own.client.rfc, { state: '2', code: '5000', times: 1 });
    await connect(30);
    await world.deliver();
    expect(await own.state()).toMatchObject({ SATsyncActive: true, SATlastSync: null, SATdownloading: true });
    expect((await own.disconnect()).code).toBe('SYNC_DOWNLOADING');
    world.pass(5);
    await own.resume();
    expect(await synced()).toEqual(wanted.toSorted());
    expect(await own.state()).toMatchObject({ SATdownloading: false });
  });

  it('[SAT-07] a download whose worker is killed goes on without asking for a package again', async () => {
    const wanted = await issue(7);
    await connect();
    const { config, dataDir, db, clock } = world.portal;
    const { material } = await loadTrust(dataDir, false);
    const live = patientSync(world.portal);
    // Within the second package.
    const { around, over } = lifeUntil(50);
    const deps = {
      ...(await openOutside(config)),
      invoiceSync: { ...live, xml: around(live.xml) },
      ...{ config, db: over(db.worker), clock, log: logInto([]) },
      openReader: async () => startCfdiReader({ material, threads: 1, budgetMs: READ_BUDGET_MS }),
    };
    await expect(advanceSync(deps, storedClient(own.client.clientId))).rejects.toThrow('killed');
    const before = (await synced()).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(7);
    const given = sat.calls('PeticionDescargaMasivaTercerosEntrada');
    world.pass(4);
    await own.resume();
    expect(await synced()).toEqual(wanted.toSorted());
    expect(sat.calls('PeticionDescargaMasivaTercerosEntrada') - given).toBeLessThanOrEqual(2);
  });

  it('[SAT-07] the nightly download imports new and cancelled invoices', async () => {
    const [first = ''] = await issue(2);
    await connect();
    await world.deliver();
    await own.pass(DAY_MS);
    const [third = ''] = await issue(1, '2026-03-10');
    sat.records.cancelInvoice(first);
    await own.night();
    const found = new Map((await own.listed()).map(({ uuid, motive }) => [uuid, motive?.code ?? null]));
    expect(found.size).toBe(3);
    expect([found.get(first), found.get(third)]).toEqual(['CANCELLED_AT_TAX_AUTHORITY', null]);
    expect(await own.state()).toMatchObject({ SATlastSync: world.portal.clock.now().toISOString() });
  });
});

it('[SAT-03] disconnecting removes the e.firma and what was downloaded with it', async () => {
  await issue(1);
  await connect();
  await world.deliver();
  await give();
  await world.deliver();
  const files = await kept();
  // One e.firma, although it was given twice, and one package.
  expect(files.map((name) => name.split('/')[0]).toSorted()).toEqual(['kept', 'packages']);
  expect((await own.disconnect()).status).toBe(200);
  await world.deliver();
  expect(await kept()).toEqual([]);
  expect(await own.taxpayer()).toMatchObject({ hasCiec: false, ciecStatus: 40 });
  expect(await synced()).toHaveLength(1);
});

describe('[SAT-06] an e.firma that stops working', () => {
  const reported = async (): Promise<void> => {
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 30 });
    expect(await own.state()).toMatchObject({ SATsyncActive: true, SATdownloading: false });
    const [mail, ...more] = world.mailsTo(own.user.email);
    expect([mail?.subject, more]).toEqual(['Se interrumpió la sincronización de tus facturas', []]);
    expect(mail?.text).toContain('El SAT ya no acepta la e.firma');
  };

  it('a revoked e.firma is reported, and another one is taken', async () => {
    await connect();
    await world.deliver();
    const { certificate } = await efirma();
    sat.revoke(parseCertificate(certificate)?.number ?? '');
    await own.pass(DAY_MS);
    await own.night();
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 20 });
    // Had the tax authority only had trouble, it would be over.
    await own.pass(6 * HOUR_MS);
    await own.resume();
    await world.deliver();
    await reported();
    expect((await give()).code).toBe('EFIRMA_REFUSED');
  });

  it('an expired e.firma is reported without a question to the tax authority', async () => {
    await connect();
    await world.deliver();
    const before = sat.calls('SolicitaDescargaEmitidos');
    await own.pass(Date.parse('2040-01-02T18:00:00Z') - world.portal.clock.now().getTime());
    await own.night();
    await reported();
    expect(sat.calls('SolicitaDescargaEmitidos')).toBe(before);
  });
});
