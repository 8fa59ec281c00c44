/** Why another system did not do its work, in words: its programs and libraries answer in English and in codes. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^error 131026$/, 'El número no recibe mensajes de WhatsApp'],
  [/^error 131049$/, 'WhatsApp no lo entregó para no saturar a la persona'],
  [/^error 1320\d\d$/, 'WhatsApp no acepta la plantilla de los avisos'],
  [/^error (?:0|10|190)$/, 'WhatsApp no acepta el acceso de la financiera'],
  [/^error \d+$/, 'WhatsApp no lo aceptó'],
  [/every browser is gone/, 'El navegador ya no recibe avisos'],
  [/no .*\bis configured\b/, 'Falta configurarlo'],
  [/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|socket|closed/i, 'No hay conexión con el servidor'],
  [/ETIMEDOUT|time.?out|did not answer|no answer/i, 'El servidor no contestó a tiempo'],
  [/no access/, 'El servidor no da acceso desde la dirección del portal'],
  [/certificate|TLS|SSL/i, 'El certificado del servidor no es válido'],
  [/keeps failing/, 'Suspendido tras varias fallas seguidas'],
  [/\b535\b|EAUTH|Invalid login|\b40[13]\b/, 'El servidor no acepta la contraseña del portal'],
  [/\b(552|5\.2\.2|452)\b|quota|mailbox full/i, 'El buzón del destinatario está lleno'],
  [/\b(550|551|553|5\.1\.\d)\b|no recipients/i, 'El servidor no acepta la dirección del destinatario'],
  [/\b(554|5\.7\.\d)\b|spam|blocked/i, 'El servidor tomó el correo por no deseado'],
  [/\b(421|429|450|451)\b/, 'El servidor pidió intentarlo más tarde'],
  [/status 5\d\d/, 'Falla del otro sistema'],
  [/refused|not accepted|status 4\d\d/, 'El otro sistema no aceptó la solicitud'],
];
const OTHER = 'Ocurrió una falla';

/** The reason in Spanish. */
export const outsideFailureText = (failure: string): string =>
  reasons.find(([pattern]) => pattern.test(failure))?.[1] ?? OTHER;
