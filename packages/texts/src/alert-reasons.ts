/** Why an alert was raised. */

/** Texts by reason: sent transfers, received ones, payers and lists. */
export const alertReasons: Readonly<Record<string, string>> = {
  definitivo: 'Definitivo: sus facturas ya no entran ni se venden.',
  presunto: 'Presunto: decide si se le sigue comprando.',
  'status-service': 'El servicio de estado lo reporta como emisor listado.',
  LIST_UNREADABLE: 'El archivo no se pudo leer. La lista anterior sigue en uso.',
  LIST_INCOMPLETE: 'Al archivo le faltan renglones. La lista anterior sigue en uso.',
  LIST_OLDER: 'El archivo es de un corte anterior. La lista anterior sigue en uso.',
  failed: 'El banco no pagó un depósito. Ordénalo de nuevo en Transferencias.',
  returned: 'El banco devolvió un depósito. Ordénalo de nuevo en Transferencias.',
  late: 'El banco tiene la orden de un depósito desde hace más de un día.',
  'in-doubt': 'El banco ya no puede confirmar si tiene la orden de un depósito.',
  differs: 'Los datos de un depósito en el banco no son los de la orden.',
  'paid-twice': 'El banco pagó un depósito además de otro. Pide la devolución.',
  'paid-after-failure': 'El banco pagó un depósito que antes dio por rechazado.',
  'in-flight-again': 'El banco tramita otra vez un depósito que ya había terminado.',
  'settled-undeposited':
    'Un depósito se volvió a pagar cuando sus facturas ya estaban pagadas. Deshaz esos cobros y aplícalos de nuevo: así se devuelven los intereses de los días sin depósito.',
  'other-holder': 'La cuenta que recibió un depósito es de otro titular.',
  unidentified: 'Llegó un pago que no se sabe a quién corresponde.',
  conflicting: 'Llegó un pago con la clave de rastreo de otro. No se registró.',
  'refund-unknown': 'El banco devolvió dinero que no es de ningún depósito del portal. No se registró.',
  'refund-undone': 'La devolución de un depósito no procedió: revisa si el cliente tiene el dinero.',
  'clabe-refused': 'El banco rechazó la CLABE de un pagador.',
  unreadable: 'La lista del banco tiene renglones que no se pudieron leer.',
  'returned-payment': 'El banco devolvió un pago que ya se había registrado. Sus asientos no se reversan solos.',
  objected: 'El deudor objetó la factura. Revisa su respuesta y, si procede, registra una controversia.',
  'due-corrected': 'El deudor dice que la paga otro día. Revisa su respuesta.',
  'books-altered': 'La revisión de la noche encontró libros alterados o que no cuadran.',
};
