/** Fictional clients and receivers of the demo. */

export interface DemoParty {
  readonly rfc: string;
  /** Upper case, as in a CFDI. */
  readonly name: string;
  /** Tax regime code from the tax authority's catalogue. */
  readonly regime: string;
  readonly postalCode: string;
}

export interface DemoReceiver extends DemoParty {
  /** Country and tax registration of a receiver abroad. */
  readonly abroad: { readonly country: string; readonly taxId: string } | null;
}

/** Password of every demo user. */
export const demoPassword = 'Anticipa-2026';

/** Password of every demo company at the tax authority. */
export const demoCiec = 'ciec-2026';

/** Second factor of every demo operator, refused in production. */
export const demoCode = '000000';

const COMPANY = '601';
const PERSON = '612';
const NO_OBLIGATIONS = '616';
const FOREIGN_RFC = 'XEXX010101000';

const company = (rfc: string, name: string, postalCode: string): DemoParty => ({
  rfc,
  name,
  postalCode,
  regime: COMPANY,
});
const person = (rfc: string, name: string, postalCode: string): DemoParty => ({
  ...company(rfc, name, postalCode),
  regime: PERSON,
});
const domestic = (receiver: DemoParty): DemoReceiver => ({ ...receiver, abroad: null });
const foreign = (name: string, country: string, taxId: string): DemoReceiver => ({
  ...company(FOREIGN_RFC, name, '64000'),
  regime: NO_OBLIGATIONS,
  abroad: { country, taxId },
});

/** Two companies and a natural person with business activity. */
export const demoClients = {
  norte: company('MNO150401AB9', 'MANUFACTURAS DEL NORTE', '64000'),
  sur: company('TSU090817KJ6', 'TEXTILES DEL SUR', '97000'),
  este: person('EARM850312QT8', 'MARIANA ESTRADA ARREDONDO', '91700'),
} as const satisfies Readonly<Record<string, DemoParty>>;

/** 120 characters, to stress layouts. */
const LONG_NAME =
  'COMERCIALIZADORA INTERNACIONAL DE REFACCIONES, HERRAMIENTAS Y SUMINISTROS INDUSTRIALES PARA LA CONSTRUCCIÓN DEL NOROESTE';

/** Receivers in Mexico with awkward names: &, Ñ, accents, quotes, 120 characters, a natural person. */
export const domesticReceivers: readonly DemoReceiver[] = [
  company('ACN980506UWA', 'ACEROS Y CABLES DEL NORESTE', '66450'),
  company('DÑA030919P28', 'DISTRIBUIDORA ÑANDÚ DE AMÉRICA', '44100'),
  company('P&M110228HT4', 'PÉREZ & MUÑOZ LOGÍSTICA', '20000'),
  company('CFE770401XR8', 'CADENA DE FARMACIAS ESPERANZA', '03100'),
  company('SBJ051130LM5', 'SUPERMERCADOS EL BAJÍO', '37000'),
  company('RGV140722VAA', 'RESTAURANTES "LA GÜERA" & VALLE', '83000'),
  company('TPA010215CK5', 'TRANSPORTES DEL PACÍFICO', '82000'),
  company('AYC880809E4A', 'AUTOPARTES Y COMPONENTES O’FARRIL', '76000'),
  company('IMX921004N73', 'INMOBILIARIA MÉXICO <SIGLO XXI>', '06600'),
  company('LQR170627D32', 'LABORATORIOS QUÍMICOS RÍO', '78000'),
  person('HEGJ790124SA5', 'JOSÉ ÁNGEL HERNÁNDEZ GÓMEZ', '72000'),
  company('BTN060313G56', LONG_NAME, '86000'),
].map(domestic);

/** Receivers abroad share one generic tax id and differ by registration and name. */
export const foreignReceivers: readonly DemoReceiver[] = [
  foreign('LONE STAR TOOLS & SUPPLY LLC', 'USA', '741852963'),
  foreign('ÉQUIPEMENTS SAINT-LAURENT INC', 'CAN', '845127793'),
  foreign('HANSEATISCHE MASCHINENHANDEL GMBH', 'DEU', 'DE298471563'),
];

export const demoReceivers: readonly DemoReceiver[] = [...domesticReceivers, ...foreignReceivers];

/** The demo client with this tax id, or a made-up issuer. */
export const issuerByRfc = (rfc: string): DemoParty =>
  Object.values(demoClients).find((client) => client.rfc === rfc) ?? company(rfc, `EMISOR ${rfc}`, '64000');
