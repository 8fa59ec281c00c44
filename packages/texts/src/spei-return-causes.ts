/** Why a bank gives a SPEI transfer back, by Banxico's code of the cause (docs.fintoc.com/reference/spei-codes). */
const causes: Readonly<Record<number, string>> = {
  1: 'La cuenta no existe',
  2: 'La cuenta está bloqueada',
  3: 'La cuenta está cancelada',
  5: 'La cuenta es de otra moneda',
  6: 'La cuenta no es de ese banco',
  14: 'Faltan datos para abonar el pago',
  15: 'El tipo de pago no es correcto',
  16: 'El tipo de operación no es correcto',
  17: 'El tipo de operación no corresponde a la cuenta',
  19: 'Tiene un carácter inválido',
  20: 'La cuenta rebasaría su saldo autorizado',
  21: 'La cuenta rebasaría sus abonos permitidos del mes',
  22: 'El número de celular no está registrado',
  23: 'La cuenta no acepta este tipo de pagos',
  25: 'La cuenta llegó a su límite de saldo',
  26: 'Los bancos protegen al cliente emisor',
  27: 'El banco no acepta este pago opcional',
  28: 'El pago CoDi no se avisó a tiempo',
  30: 'La clave de rastreo se repitió ese día',
  31: 'El certificado del banco emisor venció',
};

/** A cause in words; with an unknown code, its number. */
export const speiReturnCause = (code: number): string => causes[code] ?? `Causa ${code} de SPEI`;
