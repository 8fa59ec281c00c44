import { cancelPreSell, processPreSells, requestAuthorization, setAsPreSell } from '@anticipa/contract/sales';
import { saleContract } from '@anticipa/contract/sent-sales';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { figures, item, lost, sale, serve, terms, text } from '../../testing/sale-server.ts';
import { accept, toList, toSummary, toTerms } from '../../testing/sale-steps.ts';
import { answer } from '../../testing/server.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { beginOpenSale, changeOpenSale, forgetOpenSale, openSales } from './use-open-sales.ts';

const id = item.documentId;
const NOTHING_SOLD = 'No se vendió nada. Tus facturas siguen en la lista.';

// The price settles and calls are repeated at once; the terms take their time to be read.
const waits = skipWaits('retries');

/** Asks again at once. */
const reconnect = (): void => {
  for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event));
};

/** An abandoned sale keeps asking the server; it must not reach the next test. */
afterEach(async () => {
  await cleanup();
  await expect.poll(() => openSales()).toEqual([]);
});

describe('[RES-02] [RES-04] an abandoned sale', () => {
  it('is not called unsold while another session has sent it', async () => {
    const { now, cancelled } = await serve();
    const screen = await toTerms();
    now.state = 'requested';
    await userEvent.click(screen.button('No'));
    await expect.element(screen.getByText('La venta 12 ya se envió a la financiera.').first()).toBeVisible();
    await expect.element(screen.getByText(NOTHING_SOLD)).not.toBeInTheDocument();
    expect(cancelled).toEqual([]);
  });

  it('after an acceptance without an answer, cancels the sale or reports that it was paid', async () => {
    const { now } = await serve();
    answer(requestAuthorization).with(() => {
      now.state = 'requested';
      return lost();
    });
    const screen = await toTerms();
    await accept(screen);
    await expect.element(screen.button('Cancelar la venta que enviaste')).toBeVisible();
    await expect.element(screen.button('No')).not.toBeInTheDocument();
    expect(openSales().map(({ accepted }) => accepted !== null)).toEqual([true]);
    now.state = 'disbursed';
    await userEvent.click(screen.button('Cancelar la venta que enviaste'));
    await expect.element(screen.getByText('La venta 12 ya se depositó.').first()).toBeVisible();
    await expect.element(screen.getByText(NOTHING_SOLD)).not.toBeInTheDocument();
  });

  it('stays unknown until the server answers', async () => {
    await serve();
    let isDown = true;
    answer(cancelPreSell).with(() => (isDown ? lost() : { sales: [sale('cancelled')] }));
    const screen = await toSummary();
    await expect.element(screen.button('Confirmar los datos')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect
      .element(screen.getByText('No sabemos si se canceló la venta 12. Seguimos preguntando.').first())
      .toBeVisible();
    await expect.element(screen.getByText(NOTHING_SOLD)).not.toBeInTheDocument();
    isDown = false;
    reconnect();
    await expect.element(screen.getByText(NOTHING_SOLD).first()).toBeVisible();
  });

  it('[RES-08] is found by its key and given back when the answer to its hold was lost', async () => {
    const { held, asked, cancelled } = await serve();
    let isDown = true;
    const tried = answer(setAsPreSell).with(() =>
      isDown ? lost() : { data: [{ documentId: id, numberOfSale: 12 }], sales: [sale('held')] },
    );
    const screen = await toSummary();
    await expect.element(screen.button('Reintentar')).toBeVisible();
    isDown = false;
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByText(NOTHING_SOLD).first()).toBeVisible();
    expect(new Set(tried.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(asked.at(-1)?.query.key).toBe(tried[0]?.idempotencyKey);
    expect([held.length, cancelled.map(({ body }) => body)]).toEqual([0, [{ numberOfSales: [12], onlyHeld: true }]]);
  });

  it('is unsold once the server confirms it; only an answer leaves the terms', async () => {
    await serve();
    const screen = await toTerms();
    await expect.element(screen.button('Cerrar')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.button('No'));
    await expect.element(screen.getByText(NOTHING_SOLD).first()).toBeVisible();
  });
});

describe('[RES-04] leaving the page', () => {
  const leave = async (screen: Awaited<ReturnType<typeof toList>>) => {
    window.dispatchEvent(new Event('pagehide'));
    await screen.unmount();
  };

  it.each([
    ['before the acceptance has arrived', 'quoted'],
    ['while the server books it', 'requested'],
    ['after the lender has paid', 'disbursed'],
  ] as const)('%s counts as accepting, which the next page reports', async (_, state) => {
    const { now, cancelled, mailed } = await serve();
    const first = answer(requestAuthorization).with(() => new Promise<never>(() => {}));
    const screen = await toTerms();
    await accept(screen);
    await expect.poll(() => first.length).toBe(1);
    await leave(screen);
    now.state = state;
    const repeated = answer(requestAuthorization).with(() => {
      if (now.state === 'quoted') now.state = 'requested';
      return { sales: [sale(now.state)] };
    });
    const next = await toList();
    const outcome = state === 'disbursed' ? 'La venta 12 ya se depositó.' : 'La venta 12 ya se envió a la financiera.';
    await expect.element(next.getByText(outcome).first()).toBeVisible();
    await expect.poll(() => mailed.length).toBe(1);
    expect(cancelled).toHaveLength(0);
    const wanted = state === 'quoted' ? [first[0]?.idempotencyKey] : [];
    expect(repeated.map(({ idempotencyKey }) => idempotencyKey)).toEqual(wanted);
  });

  it('releases the hold, which the next page reports', async () => {
    const { now, cancelled } = await serve();
    const screen = await toSummary();
    await expect.element(screen.button('Confirmar los datos')).toBeVisible();
    await leave(screen);
    await expect.poll(() => now.state).toBe('cancelled');
    expect(cancelled.map(({ body, keepalive }) => [body.onlyHeld, keepalive])).toEqual([[true, true]]);
    const next = await toList();
    await expect.element(next.getByText(/^Una venta quedó a medias y se canceló\./)).toBeVisible();
  });

  it('releases only its own holds, not those of another tab', async () => {
    const { cancelled } = await serve();
    changeOpenSale(beginOpenSale([]), { documents: null, numbers: [12] });
    const [mine] = openSales();
    const name = Object.keys(sessionStorage).find((key) => key.includes('open-sales')) ?? '';
    sessionStorage.setItem(name, JSON.stringify([{ ...mine, key: 'another-tab', numbers: [11] }, mine]));
    expect(openSales()).toHaveLength(2);
    window.dispatchEvent(new Event('pagehide'));
    await expect.poll(() => cancelled.map(({ body }) => body.numberOfSales)).toEqual([[12]]);
    for (const { key } of openSales()) forgetOpenSale(key);
  });

  it('leaving a duplicated tab leaves the sale of the first one alone', async () => {
    const { cancelled } = await serve();
    const first = await toSummary();
    await expect.element(first.button('Confirmar los datos')).toBeVisible();
    const [open] = openSales();
    await leave(first);
    const left = cancelled.length;
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    void navigator.locks.request(`anticipa.sale.${open?.key}`, () => closed);
    await toList();
    await expect.poll(() => openSales()).toEqual([]);
    expect(cancelled).toHaveLength(left);
    close();
  });
});

describe('[RES-07] a hold', () => {
  it('takes its current state when repeated, and is made again when it has ended', async () => {
    const { now, held } = await serve();
    now.state = 'cancelled';
    const again = answer(setAsPreSell).with(() => {
      if (again.length > 1) now.state = 'held';
      return { data: [{ documentId: id, numberOfSale: 12 }], sales: [sale('held')] };
    });
    const screen = await toSummary();
    await expect.element(screen.getByText(/Quedan (30:00|29:5\d) para confirmar/)).toBeVisible();
    expect([held.length, new Set(again.map(({ idempotencyKey }) => idempotencyKey)).size]).toEqual([0, 2]);
  });

  it('ends by the clock of the server', async () => {
    const { now } = await serve();
    now.instant = '2026-03-10T17:20:00Z';
    const screen = await toSummary();
    await expect.element(screen.getByText(/Quedan (10:00|9:5\d) para confirmar/)).toBeVisible();
  });
});

describe('[RES-06] an answer about another sale', () => {
  const mismatch = 'El servidor contestó algo que no corresponde a tu venta. No se aceptó nada.';
  const tampered = { ...figures, initialDeposit: '88888.00' };
  // Announcements of an earlier test have the same text.
  const inDialog = (screen: Awaited<ReturnType<typeof toList>>) =>
    screen.getByRole('dialog', { name: 'VENDER FACTURAS' });

  it.each([
    ['other totals', 'gives it back', sale('held', { totals: tampered })],
    ['other figures', 'gives it back', sale('held', { totals: tampered, items: [{ ...item, ...tampered }] })],
    ['another date', 'gives it back', sale('held', { items: [{ ...item, dueDate: '2026-04-27' }] })],
    [
      'other invoices',
      'leaves it alone',
      sale('held', { items: [{ ...item, documentId: '00000000-0000-4000-8000-000000000002' }] }),
    ],
  ])('an answer with %s holds nothing and %s', async (_, then, wrong) => {
    const { cancelled } = await serve();
    answer(setAsPreSell).with(() => ({ data: [], sales: [wrong] }));
    const screen = await toSummary();
    await expect.element(inDialog(screen).getByText(mismatch)).toBeVisible();
    await expect.element(screen.button('Confirmar los datos')).not.toBeInTheDocument();
    await screen.unmount();
    await expect.poll(() => openSales()).toEqual([]);
    expect(cancelled.map(({ body }) => body.onlyHeld)).toEqual(then === 'gives it back' ? [true] : []);
  });

  it.each([
    ['other figures', { sales: [sale('quoted', { totals: tampered })], terms }],
    ['another text', { sales: [sale('quoted')], terms: { ...terms, text: text.replace('cesión', 'donación') } }],
  ])('shows no terms with %s', async (_, wrong) => {
    await serve();
    answer(processPreSells).with(() => wrong);
    const screen = await toSummary();
    await userEvent.click(screen.button('Confirmar los datos'));
    await expect.element(inDialog(screen).getByText(mismatch)).toBeVisible();
    await expect.element(screen.button('Sí, acepto')).not.toBeInTheDocument();
  });

  it('is not the end of a sale that was not sent', async () => {
    await serve();
    answer(requestAuthorization).with(() => ({ sales: [sale('quoted')] }));
    const screen = await toTerms();
    await accept(screen);
    await expect.element(screen.getByText(/No sabemos si la venta se envió\.$/).first()).toBeVisible();
    await expect.element(screen.getByText('Qué sigue')).not.toBeInTheDocument();
  });
});

it('[RES-02] the terms are summed up in five lines and saved as a PDF before they are accepted', async () => {
  await serve();
  const saved = answer(saleContract).with(() => ({ base64: btoa('%PDF-'), fileName: 'terminos-y-condiciones.pdf' }));
  const screen = await toTerms();
  const summary = screen.getByRole('region', { name: 'En pocas palabras' });
  await expect.poll(() => summary.getByRole('term').elements().length).toBe(5);
  await expect.element(summary.getByText(/^Respondes tú/)).toBeVisible();
  await userEvent.click(summary.getByRole('button', { name: 'Descargar PDF' }));
  await expect.poll(() => saved.map(({ params }) => String(params.numberOfSale))).toEqual(['12']);
  await userEvent.click(screen.button('No'));
});

describe('[RES-02] accepting', () => {
  it('ignores repeated clicks on one spot and works once the terms were read', async () => {
    const { accepted } = await serve();
    const reading = waits.hold(1_500);
    const screen = await toTerms();
    const yes = screen.button('Sí, acepto');
    await expect.element(yes).toHaveAccessibleDescription('Revisa los términos antes de aceptar.');
    for (let click = 0; click < 5; click += 1) {
      await userEvent.click(yes, { force: true });
      reading.pass(1_499);
    }
    expect(accepted).toHaveLength(0);
    await accept(screen);
    await expect.element(screen.getByText('Qué sigue')).toBeVisible();
    expect(accepted).toHaveLength(1);
  });

  it('works for the keyboard after a moment, without scrolling and without losing the focus', async () => {
    const { accepted } = await serve();
    const reading = waits.hold(1_500);
    const screen = await toTerms();
    const yes = screen.button('Sí, acepto');
    yes.element().focus();
    reading.pass(1_499);
    await expect.element(yes).toHaveAttribute('aria-disabled', 'true');
    reading.pass(1);
    await expect.element(yes).not.toHaveAttribute('aria-disabled');
    await expect.element(yes).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => accepted.length).toBe(1);
  });
});
