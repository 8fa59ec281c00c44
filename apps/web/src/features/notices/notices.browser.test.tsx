import { listUnreadMessages } from '@anticipa/contract/invoice-messages';
import {
  addPushBrowser,
  changeNoticeChoices,
  confirmWhatsApp,
  endWhatsApp,
  getNoticeChoices,
  listNotices,
  type Notice,
  readNotices,
  removePushBrowser,
} from '@anticipa/contract/notices';
import { logout } from '@anticipa/contract/session';
import { chosenEvents, defaultChoice, isLocked } from '@anticipa/domain/notice-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession } from '../../lib/sign-out.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Bell } from './bell.tsx';
import { NoticeChoices } from './choices.tsx';
import { NoticesScreen } from './notices-screen.tsx';

beforeEach(() => {
  answer(listUnreadMessages).with(() => ({ data: [] }));
  return signInAs(aUser({ isAdmin: true }));
});
afterEach(() => page.viewport(1280, 800));

const aNotice = (over: Partial<Notice> = {}): Notice => ({
  noticeId: '00000000-0000-4000-8000-000000000001',
  event: 'due',
  object: 'invoice',
  objectId: '00000000-0000-4000-8000-0000000000aa',
  label: 'A-7',
  count: 1,
  amount: '116000.00',
  currency: 'MXN',
  left: null,
  dueOn: '2026-04-24',
  step: -3,
  otherAmount: null,
  trackingKey: null,
  createdAt: '2026-04-21T15:00:00.000Z',
  readAt: null,
  ...over,
});
const deposit = aNotice({
  ...{ noticeId: '00000000-0000-4000-8000-000000000002', event: 'sale-deposited', object: 'sale', objectId: '12' },
  ...{
    label: '12',
    amount: '100920.00',
    dueOn: null,
    step: null,
    trackingKey: 'SPEI1',
    readAt: '2026-04-20T15:00:00.000Z',
  },
});

describe('the bell', () => {
  it('[AVI-07] the bell counts what was not read, by name too, and leads to the notices', async () => {
    answer(listNotices).with(() => ({ data: [], unread: 120, next: null }));
    const screen = await renderScreen(<Bell />);
    const bell = screen.getByRole('link', { name: 'Avisos: 120 sin leer' });
    await expect.element(bell).toHaveAttribute('href', '/avisos');
    await expect.element(bell).toHaveTextContent('99+');
  });

  it('[AVI-07] the bell has no number without unread ones, or while they cannot be read', async () => {
    answer(listNotices).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Más tarde.'));
    const screen = await renderScreen(<Bell />);
    await expect.element(screen.getByRole('link', { name: 'Avisos', exact: true })).toHaveTextContent('');
  });
});

describe('the notices', () => {
  it('[EFE-29] leads to the invoices about which the lender wrote', async () => {
    const documentId = '00000000-0000-4000-8000-000000000009';
    const thread = { documentId, folio: 'A-1', receiverName: 'Liverpool', unread: 2, at: '2026-03-10T18:00:00.000Z' };
    answer(listUnreadMessages).with(() => ({ data: [thread] }));
    answer(listNotices).with(() => ({ data: [], unread: 0, next: null }));
    const screen = await renderScreen(<NoticesScreen />);
    await expect.element(screen.getByText('Tienes 2 mensajes sin leer')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Factura A-1 de Liverpool' });
    await expect.element(link).toHaveAttribute('href', `/factura/${documentId}`);
  });

  it('[AVI-07] the list names amount and due step, and each leads to its object and is read then', async () => {
    const asked: unknown[] = [];
    answer(listNotices).with(() => ({ data: [aNotice(), deposit], unread: 1, next: null }));
    answer(readNotices).with(({ body }) => {
      asked.push(body);
      return { unread: 0 };
    });
    const screen = await renderScreen(<NoticesScreen />);
    const due = screen.getByRole('link', { name: /La factura A-7 vence en 3 días/ });
    await expect.element(due.getByText('MXN 116,000.00 con vencimiento el 24/04/2026.')).toBeVisible();
    await expect.element(due).toHaveAttribute('href', '/factura/00000000-0000-4000-8000-0000000000aa');
    await expect
      .element(screen.getByRole('link', { name: /^Depositamos MXN 100,920.00/ }))
      .toHaveAttribute('href', '/sales/12');
    expect(screen.getByRole('img', { name: 'Sin leer' }).elements()).toHaveLength(1);
    await screen.getByRole('button', { name: 'Marcar todo como leído' }).click();
    await expect.poll(() => asked).toEqual([{ noticeIds: null }]);
    await due.click();
    await expect.poll(() => asked).toEqual([{ noticeIds: null }, { noticeIds: [aNotice().noticeId] }]);
  });

  it('[AVI-07] the list asks for one event or for the unread, and for the next page after the last one', async () => {
    const asked: unknown[] = [];
    answer(listNotices).with(({ query }) => {
      asked.push(query);
      const isFirst = query?.after === undefined;
      return { data: [isFirst ? aNotice() : deposit], unread: 1, next: isFirst ? aNotice().noticeId : null };
    });
    const screen = await renderScreen(<NoticesScreen />);
    await screen.getByRole('button', { name: 'Ver más' }).click();
    await expect.element(screen.getByRole('link', { name: /^Depositamos/ })).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mostrar' }), 'Vencidas');
    await expect.poll(() => asked).toContainEqual(expect.objectContaining({ event: 'overdue' }));
    await screen.getByRole('button', { name: 'Sin leer' }).click();
    await expect.poll(() => asked).toContainEqual({ event: 'overdue', unread: 'true' });
  });

  it('[AVI-16] a notice of a payment leads to the invoice, and to the next sale for those who may sell', async () => {
    const paid = aNotice({ event: 'paid', dueOn: null, step: null });
    answer(listNotices).with(() => ({ data: [paid, deposit], unread: 2, next: null }));
    const screen = await renderScreen(<NoticesScreen />);
    const again = screen.getByRole('link', { name: 'Vender otra vez' });
    await expect.element(again).toHaveAttribute('href', '/#vender-de-nuevo');
    expect(again.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    expect(again.elements()).toHaveLength(1);
    await screen.unmount();
    await signInAs(aUser({ saleRight: 'consult' }));
    const other = await renderScreen(<NoticesScreen />);
    await expect.element(other.getByRole('link', { name: /quedó pagada/ })).toBeVisible();
    expect(other.getByRole('link', { name: 'Vender otra vez' }).elements()).toEqual([]);
  });

  it('says that there is none', async () => {
    answer(listNotices).with(() => ({ data: [], unread: 0, next: null }));
    const screen = await renderScreen(<NoticesScreen />);
    await expect.element(screen.getByText('No hay avisos', { exact: true })).toBeVisible();
    expect(screen.getByRole('button', { name: /Marcar/ }).elements()).toEqual([]);
  });
});

describe('the choices', () => {
  const rows = chosenEvents.map((event) => ({
    event,
    ...defaultChoice(event, true),
    isLocked: isLocked(event, 'mail'),
  }));
  const show = async (address = '/') => {
    const changed: unknown[] = [];
    let data = rows;
    answer(getNoticeChoices).with(() => ({ data, areRemindersOff: true, whatsapp: null, pushKey: null }));
    answer(changeNoticeChoices).with(({ body }) => {
      changed.push(...(body?.choices ?? []));
      data = data.map((row) => ({ ...row, ...body?.choices.find(({ event }) => event === row.event) }));
      return { data, areRemindersOff: true, whatsapp: null, pushKey: null };
    });
    return { changed, screen: await renderScreen(<NoticeChoices />, address) };
  };

  it('[AVI-08] [AVI-26] the choices are a table with the keyboard, stored as they change; those of security stay on', async () => {
    const { screen, changed } = await show();
    const table = screen.getByRole('table', { name: 'Mis avisos' });
    await expect.element(table).toBeVisible();
    const paid = table.getByRole('checkbox', { name: 'En el portal: Pagos de tus facturas' });
    paid.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(paid).not.toBeChecked();
    await userEvent.selectOptions(
      table.getByRole('combobox', { name: 'Correo: Pagos de tus facturas' }),
      'Un resumen al día',
    );
    const stored = { event: 'paid', whatsapp: false, push: false, portal: false };
    await expect
      .poll(() => changed)
      .toEqual([
        { ...stored, mail: 'at-once' },
        { ...stored, mail: 'daily' },
      ]);
    const device = table.getByRole('checkbox', { name: 'En el portal: Entrada desde un dispositivo nuevo' });
    await expect.element(device).toHaveAttribute('aria-disabled', 'true');
    await device.click({ force: true });
    expect(changed).toHaveLength(2);
    await expect.element(screen.getByText(/Tu financiera no envía recordatorios/)).toBeVisible();
    // A choice that would have no effect is none.
    for (const event of ['Por vencer: 7, 3 y 1 días antes', 'Vencidas'])
      await expect.element(table.getByRole('row').filter({ hasText: event })).toMatchTextContent(/No se envía/);
    expect(table.getByRole('combobox', { name: /Vencidas|Por vencer/ }).elements()).toEqual([]);
  });

  it('[AVI-08] [DIN-113] on a phone each event says its channels, and opens to targets of 44 px', async () => {
    await page.viewport(390, 844);
    const closed = await show();
    await closed.screen.getByRole('button', { name: 'Mis avisos' }).click();
    await expect.element(closed.screen.getByRole('region', { name: 'Vencidas' })).toBeVisible();
    await closed.screen.unmount();
    // A link to the choices opens them.
    const { screen, changed } = await show('/#avisos');
    const card = screen.getByRole('region', { name: 'Vencidas' });
    await expect.element(card).toMatchTextContent(/^VencidasPortal$/);
    expect(screen.getByRole('checkbox').elements()).toEqual([]);
    await card.getByRole('button', { name: 'Vencidas' }).click();
    await card.getByText('En el portal').click();
    await expect.poll(() => changed).toMatchObject([{ event: 'overdue', portal: false }]);
    for (const target of [...card.element().querySelectorAll('button, label, select')])
      expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    expect(screen.getByRole('table').elements()).toEqual([]);
  });

  it('[AVI-08] an event shows the old choice again after a refusal', async () => {
    answer(getNoticeChoices).with(() => ({ data: rows, areRemindersOff: false, whatsapp: null, pushKey: null }));
    answer(changeNoticeChoices).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde.'));
    const screen = await renderScreen(<NoticeChoices />);
    const paid = screen.getByRole('checkbox', { name: 'En el portal: Pagos de tus facturas' });
    await paid.click();
    await expect.element(screen.getByText('Intenta más tarde.')).toBeVisible();
    await expect.element(paid).toBeChecked();
  });

  it('[AVI-10] WhatsApp begins with a code that the person sends, and ends here', async () => {
    let confirmed: string | null = null;
    answer(getNoticeChoices).with(() => ({
      data: rows,
      areRemindersOff: false,
      whatsapp: { confirmed },
      pushKey: null,
    }));
    answer(confirmWhatsApp).with(() => ({
      code: '12345678',
      chat: 'https://wa.me/528112345678',
      until: '2026-03-10T18:00:00.000Z',
    }));
    const ended = answer(endWhatsApp).with(() => {
      confirmed = null;
      return { status: 'success' };
    });
    const screen = await renderScreen(<NoticeChoices />);
    await screen.getByRole('button', { name: 'Recibir avisos por WhatsApp' }).click();
    expect(screen.getByRole('checkbox', { name: 'WhatsApp: Vencidas' }).elements()).toEqual([]);
    const link = screen.getByRole('link', { name: 'Abrir WhatsApp' });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/528112345678\?text=.*12345678$/));
    await screen.unmount();
    confirmed = '5678';
    const again = await renderScreen(<NoticeChoices />);
    await expect.element(again.getByRole('checkbox', { name: 'WhatsApp: Vencidas' })).toBeChecked();
    await again.getByRole('button', { name: 'Quitar WhatsApp' }).click();
    await expect.poll(() => ended.length).toBe(1);
    await expect.element(again.getByRole('button', { name: 'Recibir avisos por WhatsApp' })).toBeVisible();
  });
});

describe('the switch of this browser', () => {
  const ENDPOINT = 'https://push.example/browser';
  /** A browser whose push service is this test, with the person's answer to its question. */
  const aBrowser = (permission: NotificationPermission) => {
    const browser = { isRegistered: false };
    const subscription = {
      endpoint: ENDPOINT,
      getKey: (name: string) => new TextEncoder().encode(name.padEnd(16, '-')).buffer,
      unsubscribe: async () => {
        browser.isRegistered = false;
        return true;
      },
    };
    const pushManager = {
      getSubscription: async () => (browser.isRegistered ? subscription : null),
      subscribe: async () => {
        browser.isRegistered = true;
        return subscription;
      },
    };
    const registration = { pushManager };
    const serviceWorker = { register: async () => registration, getRegistration: async () => registration };
    vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue({
      ...serviceWorker,
      ready: Promise.resolve(registration),
    } as never);
    vi.spyOn(Notification, 'requestPermission').mockResolvedValue(permission);
    return browser;
  };
  const show = () => {
    answer(getNoticeChoices).with(() => ({
      data: [],
      areRemindersOff: false,
      whatsapp: null,
      pushKey: 'a'.repeat(87),
    }));
    return renderScreen(<NoticeChoices />);
  };
  afterEach(() => vi.restoreAllMocks());

  it('[AVI-12] a browser is registered with its keys once the person allows it, and ended by the person', async () => {
    const browser = aBrowser('granted');
    const added = answer(addPushBrowser).with(() => ({ status: 'success' }));
    const removed = answer(removePushBrowser).with(() => ({ status: 'success' }));
    const screen = await show();
    await screen.getByRole('button', { name: 'Activar avisos en este navegador' }).click();
    const end = screen.getByRole('button', { name: 'Quitar avisos de este navegador' });
    await expect.element(end).toBeVisible();
    const keys = { p256dh: expect.stringMatching(/^[\w-]+$/), auth: expect.stringMatching(/^[\w-]+$/) };
    expect(added.map(({ body }) => body)).toEqual([{ endpoint: ENDPOINT, ...keys }]);
    await end.click();
    await expect.element(screen.getByRole('button', { name: 'Activar avisos en este navegador' })).toBeVisible();
    expect([removed.map(({ body }) => body), browser.isRegistered]).toEqual([[{ endpoint: ENDPOINT }], false]);
  });

  it('[AVI-12] a person who refuses is told where to change it, and nothing is registered', async () => {
    const browser = aBrowser('denied');
    const screen = await show();
    await screen.getByRole('button', { name: 'Activar avisos en este navegador' }).click();
    await expect.element(screen.getByText(/Tu navegador no permite los avisos de este sitio/)).toBeVisible();
    expect(browser.isRegistered).toBe(false);
  });

  it('[AVI-12] a browser without push is offered no switch and no column', async () => {
    vi.stubGlobal('PushManager', undefined);
    Reflect.deleteProperty(globalThis, 'PushManager');
    const screen = await show();
    await expect.element(screen.getByRole('table', { name: 'Mis avisos' })).toBeVisible();
    expect(screen.getByText(/navegador/i).elements()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it.each([
    ['is told', () => ({ status: 'success' as const })],
    ['fails', () => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde.')],
  ])('[AVI-15] at the sign-out nothing more is pushed to this browser: the server %s', async (_case, respond) => {
    const browser = aBrowser('granted');
    browser.isRegistered = true;
    vi.spyOn(console, 'error').mockReturnValue();
    const removed = answer(removePushBrowser).with(respond);
    const ended = answer(logout).with(() => ({ status: 'success' }));
    await endSession();
    expect([removed.map(({ body }) => body), browser.isRegistered]).toEqual([[{ endpoint: ENDPOINT }], false]);
    expect(ended).toHaveLength(1);
  });
});
