import { expect, it } from 'vitest';
import { outsideFailureText } from './outside-failure.ts';

it.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'No hay conexión con el servidor'],
  ['getaddrinfo ENOTFOUND mail.lender.test', 'No hay conexión con el servidor'],
  ['Connection timeout', 'El servidor no contestó a tiempo'],
  ['no mail server is configured', 'Falta configurarlo'],
  ['no transfer service is configured', 'Falta configurarlo'],
  ['Invalid login: 535 5.7.8 Authentication failed', 'El servidor no acepta la contraseña del portal'],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 no such user",
    'El servidor no acepta la dirección del destinatario',
  ],
  ['Message failed: 552 5.2.2 mailbox full', 'El buzón del destinatario está lleno'],
  ['Message failed: 554 5.7.1 looks like spam', 'El servidor tomó el correo por no deseado'],
  ['Message failed: 451 4.7.1 try again later', 'El servidor pidió intentarlo más tarde'],
  ['self-signed certificate', 'El certificado del servidor no es válido'],
  ['the transfer service keeps failing', 'Suspendido tras varias fallas seguidas'],
  ['the provider of constancias refused a call: 422', 'El otro sistema no aceptó la solicitud'],
  ['the transfer service gives no access', 'El servidor no da acceso desde la dirección del portal'],
  ['status 503', 'Falla del otro sistema'],
  ['¿?', 'Ocurrió una falla'],
])('puts %s into words', (failure, text) => {
  expect(outsideFailureText(failure)).toBe(text);
});
