/** Steps for verifying the constancia of a contract without the portal: on the screen and beside the files. */

/** Names of the files in the archive. */
export const evidenceFiles = {
  text: 'contrato.txt',
  token: 'constancia.tsr',
  certificates: 'certificados.pem',
  root: 'raiz.pem',
  guide: 'LEEME.txt',
} as const;

const { text, token, root } = evidenceFiles;

export interface VerificationStep {
  readonly what: string;
  /** Typed in a terminal. */
  readonly command?: string;
}

/**
 * The steps for a constancia of that instant. `openssl ts -verify` would refuse the certificates that some certified providers
 * sign with, and any certificate once it has expired (decision 0055).
 */
export const verificationSteps = (issuedAt: Date): readonly VerificationStep[] => [
  {
    what: `Descarga la constancia y descomprime el archivo. Trae el texto que aceptaste (${text}), la constancia (${token}) y los certificados de quien la emitió.`,
  },
  {
    what: 'Con OpenSSL 3 instalado, abre una terminal en esa carpeta y separa la parte firmada de la constancia.',
    command: `openssl ts -reply -in ${token} -token_out -out firma.der`,
  },
  {
    what: 'Comprueba la firma y quién la emitió. La respuesta debe ser «CMS Verification successful».',
    command: `openssl cms -verify -inform DER -in firma.der -CAfile ${root} -no-CApath -no-CAstore -purpose any -attime ${Math.floor(issuedAt.getTime() / 1000)} -out contenido.der`,
  },
  {
    what: 'Consulta la huella que certifica, en «Message data», y la fecha y la hora, en «Time stamp» (hora GMT).',
    command: `openssl ts -reply -in ${token} -text`,
  },
  {
    what: 'Calcula la huella del texto. Debe tener los mismos 64 dígitos que «Message data».',
    command: `openssl dgst -sha256 ${text}`,
  },
  {
    what: 'Compara la huella del certificado raíz con la que publica la Secretaría de Economía.',
    command: `openssl x509 -in ${root} -noout -fingerprint -sha256`,
  },
];

/** The same as a text file. */
export const verificationGuide = (sale: number, issuedAt: Date): string =>
  [
    `Constancia de conservación del contrato de la venta ${sale} (NOM-151-SCFI-2016)`,
    'Demuestra que el texto existía en la fecha certificada y que no ha cambiado desde entonces. Para comprobarlo no hace falta el portal.',
    ...verificationSteps(issuedAt).map(
      ({ what, command }, at) => `${at + 1}. ${what}${command ? `\n\n   ${command}` : ''}`,
    ),
    '',
  ].join('\n\n');
