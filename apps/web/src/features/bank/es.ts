import type { BankPlan, bankLineCauses, bankLineStates, bankRowKinds, bookedAs } from '@anticipa/contract/bank-files';
import type { BankColumn } from '@anticipa/domain/bank-csv';
import type { FeeTax } from '@anticipa/domain/bank-fee';
import { formatCount } from '../../lib/format.ts';

const movements = (count: number) => formatCount(count, 'movimiento', 'movimientos');
const rows = (count: number) => formatCount(count, 'renglón', 'renglones');

const states: Readonly<Record<(typeof bankLineStates)[number], string>> = {
  due: 'Por contabilizar',
  waiting: 'Por revisar',
  booked: 'Contabilizado',
  ignored: 'Fuera de los libros',
};
/** Movements that are not booked simply as they are. */
const dueAs = { match: 'Ya está en los libros', look: 'Por revisar' } as const;
const causes: Readonly<Record<(typeof bankLineCauses)[number], string>> = {
  resembles: 'Se parece a otro',
  'second-person': 'Necesita una segunda persona',
  unmatched: 'No se sabe qué es',
  refused: 'No se pudo contabilizar',
  reversal: 'El banco corrige otro movimiento',
};
const kinds: Readonly<Record<(typeof bankRowKinds)[number], string>> = {
  new: 'Nuevo',
  known: 'Ya estaba',
  resembles: 'Se parece a otro',
  unread: 'No es un movimiento',
};
const columns: Readonly<Record<BankColumn, string>> = {
  date: 'Fecha',
  amount: 'Importe con signo',
  charge: 'Cargo',
  credit: 'Abono',
  trackingKey: 'Clave de rastreo',
  reference: 'Referencia',
  text: 'Concepto',
  balance: 'Saldo',
};

const plans: Readonly<Record<BankPlan['as'], (plan: BankPlan) => string>> = {
  match: ({ of }) => `Es el de la clave ${of}: al contabilizarlo no se registra otra vez`,
  clabe: ({ of }) => `Cobro por la CLABE ${of}`,
  reference: ({ of }) => `Cobro de la referencia ${of}`,
  unidentified: () => 'Cobro sin identificar',
  deposit: ({ of }) => `Depósito: ${of}`,
  payout: ({ of }) => `Devolución: ${of}`,
  return: ({ of }) => `Regreso: ${of}`,
  differs: ({ of, amount }) =>
    `Los libros tienen ${amount} con la clave ${of}. Regístralo en Por pagar, Hechos, con Otro importe`,
  'filed-differs': ({ of, amount }) =>
    `El archivo tiene ${of} por ${amount}. Regístralo en Por pagar, Archivos, y luego en Hechos con Otro importe`,
  look: ({ likely }) => (likely.length === 0 ? 'No se encontró en los libros' : `Puede ser ${likely.join(', ')}`),
};
const places: Readonly<Record<(typeof bookedAs)[number], string>> = {
  receipt: 'Cobro',
  deposit: 'Depósito',
  payout: 'Devolución',
  return: 'Regreso',
  fee: 'Comisión',
};

const taxes: Readonly<Record<FeeTax, string>> = {
  apart: 'Viene en otro movimiento, o no tiene',
  included: 'Está incluido, al 16 %',
  only: 'Este movimiento es solo el IVA',
};

export const es = {
  dueAs,
  places,
  plans,
  movements,
  failed: 'No se pudieron leer los movimientos del banco',
  views: 'Banco',
  open: 'Abiertos',
  files: 'Archivos',
  compare: 'Conciliación',
  explained:
    'Los movimientos de tus cuentas como los da el banco. Cada uno entra una sola vez, aunque su archivo se suba otra vez o a medias. Lo que se parece a un movimiento conocido espera aquí a que lo revises.',
  bring: 'Subir archivo',
  accounts: 'Cuentas',
  none: '—',
  columns: {
    date: 'Fecha',
    what: 'Movimiento',
    account: 'Cuenta',
    amount: 'Importe',
    state: 'Estado',
    row: 'Renglón',
    balance: 'Saldo',
    file: 'Archivo',
    period: 'Periodo',
    credits: 'Abonos',
    charges: 'Cargos',
    rows: 'Renglones',
  },
  states,
  causes,
  kinds,
  line: {
    label: 'Movimientos del banco que no están en los libros',
    noun: ['movimiento', 'movimientos'] as const,
    emptyTitle: 'Nada por revisar',
    empty: 'Todos los movimientos de los archivos están en los libros, o alguien dijo por qué no.',
    noText: 'Sin concepto',
    review: 'Revisar',
    reviewOf: (text: string) => `Revisar ${text}`,
    resembles: (text: string) => `Puede ser uno que ya está, y que este archivo no trae igual: ${text}`,
    ended: (who: string, reason: string) => `${reason} · ${who}`,
    booked: (as: (typeof bookedAs)[number], key: string, wasBooked: boolean) =>
      wasBooked ? `${places[as]} ${key}, que ya estaba` : `${places[as]} ${key}`,
    notYours: 'Le toca a otro rol.',
    needsPerson: 'Primero revísalo.',
  },
  book: {
    open: (count: number) => (count === 1 ? 'Contabilizar 1' : `Contabilizar ${count}`),
    title: 'Contabilizar movimientos',
    text: 'Cada movimiento se contabiliza como dice su renglón. El que no se pueda, se queda aquí con su causa.',
    credits: 'Abonos',
    charges: 'Cargos',
    confirm: 'Contabilizar',
    progress: (done: number, all: number) => `${done} de ${all}…`,
    failed: 'No se contabilizaron todos',
    done: (booked: number, left: number) =>
      left === 0
        ? `Se ${booked === 1 ? 'contabilizó' : 'contabilizaron'} ${movements(booked)}.`
        : `Se ${booked === 1 ? 'contabilizó' : 'contabilizaron'} ${movements(booked)}; ${left} por revisar.`,
  },
  decide: {
    title: 'Revisar movimiento',
    known: 'El que ya está',
    what: 'Qué es',
    choices: {
      other: 'Es otro movimiento, no el que ya está',
      match: (key: string) => `Es el que los libros tienen con la clave ${key}`,
      book: 'Es un cobro que no está en los libros',
      bookPayment: (concept: string) => `Es el pago del archivo: ${concept}`,
      fee: 'Es una comisión del banco',
      ignore: 'No va en los libros',
    },
    help: {
      other: 'Queda por contabilizar.',
      match: 'No se contabiliza otra vez.',
      book: 'Se contabiliza con la fecha del banco: como dice su renglón, o sin identificar.',
      fee: 'Se contabiliza como gasto; su IVA se acredita.',
      ignore: 'Por ejemplo, es el mismo con otro texto, o un traspaso entre tus cuentas.',
    },
    tax: 'IVA de la comisión',
    taxes,
    effect: 'Lo que se registrará',
    bankFee: 'Gastos bancarios',
    iva: 'IVA acreditable',
    bank: 'Sale de Bancos',
    reason: 'Motivo',
    reasonHelp: {
      book: 'Solo si necesita una segunda persona.',
      fee: 'Solo si rebasa tu importe por pago: entonces otra persona lo aprueba.',
      ignore: 'Queda con el movimiento y en la bitácora.',
      other: 'Queda en la bitácora.',
    },
    reasonMissing: 'Escribe el motivo, de 5 letras o más.',
    submit: 'Guardar',
    done: 'Se guardó lo que es el movimiento.',
    proposed: 'Espera a una segunda persona en Propuestas.',
  },
  fees: {
    open: (count: number) => (count === 1 ? 'Es una comisión' : `${count} son comisiones`),
    title: 'Registrar comisiones del banco',
    text: 'Cada movimiento se registra como gasto, con su IVA acreditable. El que rebase tu importe por pago lo aprueba otra persona.',
    effect: 'Lo que se registrará en total',
    all: 'IVA de las comisiones',
    byText: 'Según su concepto: lo que dice IVA es solo el IVA',
    of: (day: string, text: string, amount: string) => `${day} · ${text} · ${amount}`,
    submit: (count: number) => (count === 1 ? 'Registrar 1 comisión' : `Registrar ${count} comisiones`),
    done: (booked: number, proposed: number) =>
      [
        `Se ${booked === 1 ? 'registró' : 'registraron'} ${formatCount(booked, 'comisión', 'comisiones')}.`,
        ...(proposed === 0
          ? []
          : [`${formatCount(proposed, 'espera', 'esperan')} a una segunda persona en Propuestas.`]),
      ].join(' '),
  },
  reverse: {
    open: 'Revertir',
    openOf: (text: string) => `Revertir la comisión ${text}`,
    title: 'Revertir una comisión',
    text: (amount: string) =>
      `${amount} dejan de ser gasto e IVA acreditable, con asientos de hoy que los cancelan. El movimiento queda por revisar.`,
    submit: 'Revertir',
    done: 'El movimiento queda por revisar.',
  },
  file: {
    label: 'Archivos del banco',
    limited: (most: number) =>
      `Se muestran los ${most} más recientes. Sus movimientos por registrar están todos en la lista.`,
    noun: ['archivo', 'archivos'] as const,
    emptyTitle: 'Ningún archivo todavía',
    empty: 'Aquí aparecen los archivos de la banca en línea cuando alguien los trae.',
    by: (who: string, when: string) => `${who} · ${when}`,
    counts: (count: { new: number; known: number; resembles: number; unread: number }) =>
      [
        `${count.new} ${count.new === 1 ? 'nuevo' : 'nuevos'}`,
        `${count.known} que ya ${count.known === 1 ? 'estaba' : 'estaban'}`,
        ...(count.resembles > 0 ? [`${count.resembles} por revisar`] : []),
        ...(count.unread > 0 ? [`${count.unread} fuera`] : []),
      ].join(' · '),
    period: (from: string, to: string) => (from === to ? from : `${from} a ${to}`),
    adds: 'Cuadra con sus saldos',
    broken: 'No cuadra con sus saldos',
    noBalances: 'Sin saldos',
    see: 'Ver renglones',
    seeOf: (name: string) => `Ver renglones de ${name}`,
    rowsFailed: 'No se pudieron leer los renglones',
    rowNoun: ['renglón', 'renglones'] as const,
    unread: (reason: string) => `Fuera: ${reason}`,
  },
  new: {
    title: 'Subir movimientos del banco',
    account: 'Cuenta',
    file: 'Archivo del banco',
    fileHelp: 'CSV o texto con columnas, o camt.053 en XML, hasta 10 MB.',
    chooseFile: 'Elige un archivo.',
    reading: 'Leyendo el archivo…',
    accountOf: (name: string, currency: string) => `${name} · ${currency}`,
    facts: {
      new: 'Nuevos',
      known: 'Ya estaban',
      resembles: 'Por revisar',
      unread: 'No son movimientos',
      credits: 'Abonos',
      charges: 'Cargos',
      balances: 'Saldos',
    },
    balances: (opening: string, closing: string) => `${opening} a ${closing}`,
    brokenTitle: 'Los movimientos no cuadran con los saldos',
    broken: 'Falta un renglón en medio, o las columnas de la cuenta no son las de este archivo.',
    unreadHelp: (count: number) =>
      `Por qué ${rows(count)} se ${count === 1 ? 'deja' : 'dejan'} fuera: títulos, sumas. Queda con el archivo.`,
    nothing: 'El archivo no trae nada nuevo. Si lo subes, queda anotado y no agrega movimientos.',
    submit: (count: number) => (count === 0 ? 'Subir' : `Subir ${movements(count)}`),
    done: (count: number) =>
      count === 0 ? 'El archivo no trajo movimientos nuevos.' : `Se agregaron ${movements(count)}.`,
    preview: 'Renglones del archivo',
  },
  reconciliation: {
    failed: 'No se pudo comparar el banco con los libros',
    emptyTitle: 'Nada que comparar todavía',
    empty: 'Aquí se comparan con los libros los movimientos de las cuentas cuando alguien los trae.',
    title: (currency: string, isStp: boolean) => (isStp ? `${currency} · cuenta en STP` : `${currency} · tus cuentas`),
    period: (since: string, through: string) =>
      since === through
        ? `El ${since}.`
        : `Del ${since} al ${through}, los días de los que hay archivos de todas las cuentas.`,
    open: 'Con diferencias',
    agree: 'Sin diferencias',
    noDifference: 'Cada movimiento del banco está en los libros, y cada uno de los libros en el banco.',
    bankMoved: 'Movió el banco',
    booksMoved: 'Movieron los libros',
    difference: 'Diferencia',
    notInBooks: (count: number) => `En el banco y no en los libros (${count})`,
    notInBank: (count: number) => `En los libros y no en el banco (${count})`,
    otherDays: 'En el otro lado, antes o después de estos días',
    booksBalance: (day: string) => `En los libros al ${day}`,
    account: (name: string, day: string) => `En el banco, ${name}, al ${day}`,
    balance: (closing: string) => `Saldo ${closing}`,
    missing: (closing: string, missing: string) => `Saldo ${closing}; faltan movimientos por ${missing}`,
    side: 'Dónde está',
    sides: { bank: 'Solo en el banco', books: 'Solo en los libros' } as const,
    undone: 'Su registro se revirtió',
    notSeen: 'El banco no lo tiene',
    differences: (currency: string, isStp: boolean) =>
      isStp ? `Diferencias de ${currency} en STP` : `Diferencias de ${currency}`,
    noun: ['diferencia', 'diferencias'] as const,
  },
  account: {
    title: 'Cuentas del banco',
    none: 'Primero guarda la cuenta y las columnas de sus archivos.',
    fresh: 'Nueva cuenta',
    change: 'Cambiar',
    changeOf: (name: string) => `Cambiar ${name}`,
    edit: 'Cuenta y columnas de sus archivos',
    submit: 'Guardar cuenta',
    done: (name: string) => `Se guardó ${name}.`,
    name: 'Nombre',
    nameWrong: 'Escribe un nombre de 2 letras o más.',
    number: 'Número o CLABE',
    numberHelp: 'Como lo escribe el banco en sus archivos. No cambia después.',
    numberWrong: 'Escribe de 4 a 34 letras mayúsculas y números, sin espacios.',
    currency: 'Moneda',
    sample: 'Archivo de muestra',
    sampleHelp: 'No se sube: solo enseña aquí cómo se leen sus renglones.',
    separator: 'Entre columnas',
    separators: { comma: 'Coma', semicolon: 'Punto y coma', tab: 'Tabulador', bar: 'Barra |' } as const,
    decimal: 'Decimales',
    decimals: { point: 'Con punto: 1,234.56', comma: 'Con coma: 1.234,56' } as const,
    dateOrder: 'Fechas',
    dateOrders: { dmy: 'Día, mes, año', mdy: 'Mes, día, año', ymd: 'Año, mes, día' } as const,
    headerRows: 'Renglones antes de los movimientos',
    headerWrong: 'Escribe un número de 0 a 100.',
    columns,
    noColumn: 'No viene',
    column: (place: number, heading: string) => (heading === '' ? `Columna ${place}` : `${place} · ${heading}`),
    problems: {
      date: 'Elige la columna de la fecha.',
      amount: 'Elige una columna de importe con signo, o una de cargo y una de abono.',
      name: 'Elige al menos una columna de concepto, referencia o clave de rastreo.',
      twice: 'Una columna está elegida dos veces.',
    } as const,
    raw: 'Así viene',
    read: 'Así se lee',
    readEmpty: 'Con estas columnas no se lee ningún movimiento.',
    unread: (count: number) =>
      `${rows(count)} de la muestra no ${count === 1 ? 'se lee' : 'se leen'} como ${count === 1 ? 'movimiento' : 'movimientos'}.`,
    notText: 'Este archivo no es de texto con columnas.',
  },
};
