/** How anyone verifies the constancia of a contract without the portal: on the screen and beside the files. */

/** Names of the files in the archive. */
export const evidenceFiles = {
  text: 'contrato.txt',
  token: 'constancia.tsr',
  certificates: 'certificados.pem',
  root: 'raiz.pem',
  guide: 'LEEME.txt',
} as const;

const { text, token, certificates, root } = evidenceFiles;

export interface VerificationStep {
  readonly what: string;
  /** Typed in a terminal. */
  readonly command?: string;
}

export const verificationSteps: readonly VerificationStep[] = [
  {
    what: `Descarga la constancia y descomprime el archivo. Trae el texto que aceptaste (${text}), la constancia (${token}) y los certificados de quien la emitió.`,
  },
  {
    what: 'Con OpenSSL instalado, abre una terminal en esa carpeta y comprueba la constancia. La respuesta debe ser «Verification: OK».',
    command: `openssl ts -verify -data ${text} -in ${token} -CAfile ${root} -untrusted ${certificates}`,
  },
  {
    what: 'Consulta la fecha y la hora que certifica, en «Time stamp» (hora GMT).',
    command: `openssl ts -reply -in ${token} -text`,
  },
  {
    what: 'Compara la huella del certificado raíz con la que publica la Secretaría de Economía.',
    command: `openssl x509 -in ${root} -noout -fingerprint -sha256`,
  },
];

/** The same as a text file. */
export const verificationGuide = (sale: number): string =>
  [
    `Constancia de conservación del contrato de la venta ${sale} (NOM-151-SCFI-2016)`,
    'Demuestra que el texto existía en la fecha certificada y que no ha cambiado desde entonces. Para comprobarlo no hace falta el portal.',
    ...verificationSteps.map(({ what, command }, at) => `${at + 1}. ${what}${command ? `\n\n   ${command}` : ''}`),
    '',
  ].join('\n\n');
