/** The actions that the search offers to a person of a client, in the order of their use. */
import { type ClientAction, clientActionNames } from '@anticipa/contract/client-actions';
import type { SessionUser } from '@anticipa/contract/session';
import type { FoundPlace } from '../features/search/view-model.ts';
import { isOffered } from '../lib/actions.ts';
import { type ActionButton, paths, SELL_ANCHOR } from '../lib/paths.ts';

export interface FoundAction extends FoundPlace {
  readonly keywords: readonly string[];
  readonly press: string;
}

const button = (id: ActionButton): ActionButton => id;
const keys = { to: paths.profile, search: { ver: 'llaves' } } as const;

const places = {
  sell: {
    title: 'Vender facturas',
    text: 'Elige las facturas y revisa lo que recibes.',
    keywords: ['venta', 'anticipo', 'factoraje', 'descontar', 'dinero'],
    link: { to: paths.home },
    press: SELL_ANCHOR,
  },
  prepareSale: {
    title: 'Preparar una venta',
    text: 'La acepta otra persona de tu empresa.',
    keywords: ['vender', 'venta', 'anticipo', 'factoraje'],
    link: { to: paths.home },
    press: SELL_ANCHOR,
  },
  upload: {
    title: 'Subir facturas',
    text: 'Archivos XML, o un ZIP con ellos.',
    keywords: ['cargar', 'cfdi', 'xml', 'zip', 'archivos', 'agregar'],
    link: { to: paths.home },
    press: button('subir-facturas'),
  },
  findCash: {
    title: '¿Cuánto necesitas?',
    text: 'Las facturas que te cuesta menos vender para reunir un importe.',
    keywords: ['reunir', 'importe', 'efectivo', 'liquidez', 'dinero'],
    link: { to: paths.home },
    press: button('cuanto-necesitas'),
  },
  connect: {
    title: 'Conectar con el SAT',
    text: 'Tus facturas llegan solas.',
    keywords: ['sincronizar', 'ciec', 'fiel', 'descargar'],
    link: { to: paths.home },
    press: button('conectar-sat'),
  },
  package: {
    title: 'Descargar el paquete del mes',
    text: 'Estado de cuenta, movimientos y CFDI para tu contador.',
    keywords: ['contabilidad', 'contador', 'zip', 'estado de cuenta', 'exportar'],
    link: { to: paths.statement },
    press: button('paquete-del-mes'),
  },
  invite: {
    title: 'Invitar a una persona',
    text: 'Agrega un usuario de tu empresa y elige sus permisos.',
    keywords: ['agregar', 'usuario', 'contador', 'acceso', 'permiso'],
    link: { to: paths.profile },
    press: button('agregar-usuario'),
  },
  createKey: {
    title: 'Crear una llave',
    text: 'Para que un programa de tu empresa use la API.',
    keywords: ['api', 'token', 'programa', 'erp', 'integración'],
    link: keys,
    press: button('crear-llave'),
  },
  createWebhook: {
    title: 'Agregar un webhook',
    text: 'Para que un programa de tu empresa reciba los avisos.',
    keywords: ['api', 'eventos', 'programa', 'erp', 'integración', 'punto de entrega'],
    link: keys,
    press: button('agregar-webhook'),
  },
  chooseNotices: {
    title: 'Elegir mis avisos',
    text: 'Cuáles recibes, y por qué medio.',
    keywords: ['notificaciones', 'correo', 'whatsapp', 'celular', 'resumen'],
    link: { to: paths.profile, hash: 'avisos' satisfies ActionButton },
    press: button('avisos'),
  },
  switchCompany: {
    title: 'Cambiar de empresa',
    text: 'Entra a otra de tus empresas.',
    keywords: ['otra', 'rfc', 'cliente', 'invitación'],
    link: { to: '.' },
    press: button('cambiar-empresa'),
  },
} as const satisfies Readonly<Record<ClientAction, FoundAction>>;

/** The actions offered to a person; whoever sells needs not prepare. */
export const actionsOf = (user: SessionUser): readonly FoundAction[] =>
  clientActionNames
    .filter((action) => isOffered(user, action))
    .filter((action) => action !== 'prepareSale' || !isOffered(user, 'sell'))
    .map((action) => places[action]);
