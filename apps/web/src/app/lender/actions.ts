/** The actions that the search of the desk offers to an operator, each by the roles of the call in which it ends. */
import { downloadBookPackage } from '@anticipa/contract/accountant';
import { closeAlert } from '@anticipa/contract/alerts';
import { approvalRoles, decideProposal } from '@anticipa/contract/approvals';
import { bringBankFile, decideBankLine } from '@anticipa/contract/bank-files';
import { closeBooks } from '@anticipa/contract/book-close';
import { confirmPayout, identifyPayment, registerCollection } from '@anticipa/contract/collections';
import { cutMonth } from '@anticipa/contract/interest';
import { answerSale } from '@anticipa/contract/lender';
import { publishRate, setHoliday } from '@anticipa/contract/lender-calendar';
import { createClient } from '@anticipa/contract/lender-clients';
import { setReceiverStatus } from '@anticipa/contract/lender-receivers';
import { writeSurvey } from '@anticipa/contract/lender-surveys';
import { proposeManualEntry } from '@anticipa/contract/manual-entries';
import { changeOperator } from '@anticipa/contract/operators';
import { repeatMessage } from '@anticipa/contract/outbox';
import { makePaymentFile } from '@anticipa/contract/payment-files';
import { proposePortfolioLoad } from '@anticipa/contract/portfolio-load';
import { changeReminders } from '@anticipa/contract/reminders';
import { changeSetting } from '@anticipa/contract/settings';
import { retrySystem } from '@anticipa/contract/systems';
import { uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { closeTransfer, orderTransfers } from '@anticipa/contract/transfers';
import type { OperatorRole } from '@anticipa/domain/operator';
import type { FoundPlace } from '../../features/search/view-model.ts';
import { type DeskButton, lenderPaths, type SettingCardId } from '../../lib/lender-paths.ts';
import { mayWith } from '../../lib/may.ts';

export interface DeskAction extends Omit<FoundPlace, 'text'> {
  /** Shown below the title, and searched. */
  readonly text: string;
  readonly keywords: readonly string[];
  readonly needs: { readonly roles: readonly OperatorRole[] };
  readonly link: { readonly to: (typeof lenderPaths)[keyof typeof lenderPaths] } & FoundPlace['link'];
  readonly press?: DeskButton;
}

const card = (id: SettingCardId) => ({ to: lenderPaths.settings, hash: id }) as const;

export const deskActions: readonly DeskAction[] = [
  {
    title: 'Contestar ventas',
    text: 'Autoriza o rechaza lo que los clientes solicitan.',
    keywords: ['autorizar', 'rechazar', 'solicitud', 'anticipo'],
    needs: answerSale,
    link: { to: lenderPaths.inbox },
  },
  {
    title: 'Decidir propuestas',
    text: 'Aprueba o rechaza lo que otra persona propone.',
    keywords: ['aprobar', 'rechazar', 'segunda persona'],
    needs: decideProposal,
    link: { to: lenderPaths.proposals },
  },
  {
    title: 'Pagar depósitos',
    text: 'Los de ventas autorizadas.',
    keywords: ['transferir', 'ordenar', 'spei', 'dispersar'],
    needs: orderTransfers,
    link: { to: lenderPaths.payables, search: { cola: 'deposits' } },
  },
  {
    title: 'Pagar devoluciones',
    text: 'El aforo que se devuelve al cliente.',
    keywords: ['aforo', 'transferir', 'spei', 'dispersar'],
    needs: confirmPayout,
    link: { to: lenderPaths.payables, search: { cola: 'payouts' } },
  },
  {
    title: 'Hacer un archivo de pagos',
    text: 'Para la banca en línea.',
    keywords: ['layout', 'banco', 'dispersión', 'pagar'],
    needs: makePaymentFile,
    link: { to: lenderPaths.payables, search: { cola: 'files' } },
  },
  {
    title: 'Atender transferencias detenidas',
    text: 'Las devueltas, las rechazadas y las que no contestan.',
    keywords: ['spei', 'devuelta', 'reintentar', 'pagar'],
    needs: closeTransfer,
    link: { to: lenderPaths.transfers },
  },
  {
    title: 'Registrar un cobro',
    text: 'Lo que entró con una referencia de pago.',
    keywords: ['cobrar', 'pago', 'depósito', 'referencia', 'aplicar'],
    needs: registerCollection,
    link: { to: lenderPaths.receipts, search: { cola: 'references' } },
  },
  {
    title: 'Identificar un cobro',
    text: 'Di de quién es el dinero que entró sin referencia.',
    keywords: ['cobrar', 'pago', 'aplicar', 'sin identificar'],
    needs: identifyPayment,
    link: { to: lenderPaths.receipts, search: { cola: 'unidentified' } },
  },
  {
    title: 'Traer un archivo del banco',
    text: 'El estado de cuenta, para conciliar.',
    keywords: ['movimientos', 'extracto', 'csv', 'conciliación'],
    needs: bringBankFile,
    link: { to: lenderPaths.bank },
    press: 'traer-archivo',
  },
  {
    title: 'Conciliar el banco',
    text: 'Los movimientos que esperan una decisión.',
    keywords: ['movimientos', 'conciliación', 'comisiones'],
    needs: decideBankLine,
    link: { to: lenderPaths.bank },
  },
  {
    title: 'Emitir los CFDI del mes',
    text: 'El corte de intereses de cada cliente.',
    keywords: ['cortar', 'corte', 'facturar', 'intereses', 'timbrar'],
    needs: cutMonth,
    link: { to: lenderPaths.monthCut },
  },
  {
    title: 'Cerrar el mes',
    text: 'Con sus comprobaciones, en los libros.',
    keywords: ['cierre', 'contabilidad', 'libros'],
    needs: closeBooks,
    link: { to: lenderPaths.books, search: { cola: 'close' } },
  },
  {
    title: 'Proponer un asiento',
    text: 'Un asiento manual, que otra persona aprueba.',
    keywords: ['póliza', 'contabilidad', 'libros', 'ajuste'],
    needs: proposeManualEntry,
    link: { to: lenderPaths.books, search: { cola: 'manual' } },
    press: 'proponer-asiento',
  },
  {
    title: 'Descargar la contabilidad electrónica',
    text: 'Catálogo, balanza y pólizas del mes.',
    keywords: ['sat', 'xml', 'contador', 'paquete', 'libros'],
    needs: downloadBookPackage,
    link: { to: lenderPaths.books, search: { cola: 'accountant' } },
  },
  {
    title: 'Dar de alta un cliente',
    text: 'E invitar a su primer administrador.',
    keywords: ['abrir', 'nuevo', 'empresa', 'agregar'],
    needs: createClient,
    link: { to: lenderPaths.clients },
    press: 'abrir-cliente',
  },
  {
    title: 'Decidir receptores',
    text: 'Autoriza o excluye a quienes pagan las facturas.',
    keywords: ['autorizar', 'pagador', 'deudor', 'límite'],
    needs: setReceiverStatus,
    link: { to: lenderPaths.receivers },
  },
  {
    title: 'Actualizar la lista 69-B',
    text: 'Sube la que publica el SAT.',
    keywords: ['sat', 'efos', 'cargar'],
    needs: uploadTaxpayerList,
    link: { to: lenderPaths.taxpayerList },
  },
  {
    title: 'Traer una cartera anterior',
    text: 'Facturas que se compraron antes de usar el sistema.',
    keywords: ['cargar', 'migrar', 'inicial', 'plantilla'],
    needs: proposePortfolioLoad,
    link: { to: lenderPaths.loads },
  },
  {
    title: 'Publicar el tipo de cambio',
    text: 'El del día.',
    keywords: ['dólar', 'usd', 'fix', 'banxico'],
    needs: publishRate,
    link: { to: lenderPaths.calendar },
  },
  {
    title: 'Marcar un día inhábil',
    text: 'En el calendario de la financiera.',
    keywords: ['festivo', 'feriado', 'asueto'],
    needs: setHoliday,
    link: { to: lenderPaths.calendar },
  },
  {
    title: 'Cambiar los recordatorios',
    text: 'Los que se envían antes y después de un vencimiento.',
    keywords: ['correo', 'cobranza', 'aviso', 'ajustes'],
    needs: changeReminders,
    link: card('reminders'),
  },
  {
    title: 'Cambiar la marca',
    text: 'Nombre, logotipo, colores y remitente.',
    keywords: ['logo', 'color', 'aviso de privacidad', 'soporte', 'ajustes'],
    needs: { roles: approvalRoles.brand },
    link: card('brand'),
  },
  {
    title: 'Cambiar las cuentas de cobro',
    text: 'Donde pagan los clientes y los receptores.',
    keywords: ['banco', 'clabe', 'ajustes'],
    needs: { roles: approvalRoles['lender-account'] },
    link: card('accounts'),
  },
  {
    title: 'Cambiar ajustes',
    text: 'Productos, sucursales y datos de la financiera.',
    keywords: ['configuración', 'teléfono', 'asesor', 'razón social'],
    needs: changeSetting,
    link: { to: lenderPaths.settings },
  },
  {
    title: 'Invitar a un operador',
    text: 'Con sus funciones; otra persona lo aprueba.',
    keywords: ['agregar', 'usuario', 'rol', 'acceso'],
    needs: changeOperator,
    link: { to: lenderPaths.operators },
    press: 'invitar-operador',
  },
  {
    title: 'Repetir un mensaje',
    text: 'Un correo que no salió.',
    keywords: ['correo', 'reenviar', 'fallido'],
    needs: repeatMessage,
    link: { to: lenderPaths.messages },
  },
  {
    title: 'Reintentar un sistema',
    text: 'Lo que quedó detenido con un sistema externo.',
    keywords: ['falla', 'conexión', 'pac', 'spei', 'detenido'],
    needs: retrySystem,
    link: { to: lenderPaths.systems },
  },
  {
    title: 'Atender alertas',
    text: 'Operaciones fuera de lo común.',
    keywords: ['inusual', 'lavado', 'riesgo'],
    needs: closeAlert,
    link: { to: lenderPaths.alerts },
  },
  {
    title: 'Escribir una encuesta',
    text: 'Para los clientes.',
    keywords: ['opinión', 'preguntas'],
    needs: writeSurvey,
    link: { to: lenderPaths.surveys },
  },
];

/** The actions of an operator with these roles. */
export const deskActionsOf = (roles: readonly OperatorRole[]): readonly DeskAction[] =>
  deskActions.filter(({ needs }) => mayWith(roles, needs));
