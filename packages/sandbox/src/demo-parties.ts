/** The fictional companies of the demo: who sells invoices and who has to pay them. None of them exists. */

export interface DemoParty {
  readonly rfc: string;
  /** As a CFDI writes it: upper case. */
  readonly name: string;
  /** Tax regime code of the tax authority's catalogue. */
  readonly regime: string;
  readonly postalCode: string;
}

export interface DemoReceiver extends DemoParty {
  /** Only for receivers abroad: country and tax registration. */
  readonly abroad: { readonly country: string; readonly taxId: string } | null;
}

const COMPANY = '601';
const PERSON = '612';
const NO_OBLIGATIONS = '616';
const FOREIGN_RFC = 'XEXX010101000';

const party = (rfc: string, name: string, postalCode: string, regime = COMPANY): DemoParty => ({
  rfc,
  name,
  regime,
  postalCode,
});
const domestic = (...args: Parameters<typeof party>): DemoReceiver => ({ ...party(...args), abroad: null });
const foreign = (name: string, country: string, taxId: string): DemoReceiver => ({
  ...party(FOREIGN_RFC, name, '64000', NO_OBLIGATIONS),
  abroad: { country, taxId },
});

/** The demo's clients: two companies and a person with business activity. */
export const demoClients = {
  norte: party('MNO150401AB9', 'MANUFACTURAS DEL NORTE', '64000'),
  sur: party('TSU090817KJ6', 'TEXTILES DEL SUR', '97000'),
  este: party('EARM850312QT8', 'MARIANA ESTRADA ARREDONDO', '91700', PERSON),
} as const satisfies Readonly<Record<string, DemoParty>>;

/** Long enough to break a tile or a table that does not expect it: 120 characters. */
const LONG_NAME =
  'COMERCIALIZADORA INTERNACIONAL DE REFACCIONES, HERRAMIENTAS Y SUMINISTROS INDUSTRIALES PARA LA CONSTRUCCIÓN DEL NOROESTE';

/** Receivers in Mexico, with the names that break things: &, Ñ, accents, quotes, one of 120 characters, a person. */
export const domesticReceivers: readonly DemoReceiver[] = [
  domestic('ACN980506UWA', 'ACEROS Y CABLES DEL NORESTE', '66450'),
  domestic('DÑA030919P28', 'DISTRIBUIDORA ÑANDÚ DE AMÉRICA', '44100'),
  domestic('P&M110228HT4', 'PÉREZ & MUÑOZ LOGÍSTICA', '20000'),
  domestic('CFE770401XR8', 'CADENA DE FARMACIAS ESPERANZA', '03100'),
  domestic('SBJ051130LM5', 'SUPERMERCADOS EL BAJÍO', '37000'),
  domestic('RGV140722VAA', 'RESTAURANTES "LA GÜERA" & VALLE', '83000'),
  domestic('TPA010215CK5', 'TRANSPORTES DEL PACÍFICO', '82000'),
  domestic('AYC880809E4A', 'AUTOPARTES Y COMPONENTES O’FARRIL', '76000'),
  domestic('IMX921004N73', 'INMOBILIARIA MÉXICO <SIGLO XXI>', '06600'),
  domestic('LQR170627D32', 'LABORATORIOS QUÍMICOS RÍO', '78000'),
  domestic('HEGJ790124SA5', 'JOSÉ ÁNGEL HERNÁNDEZ GÓMEZ', '72000', PERSON),
  domestic('BTN060313G56', LONG_NAME, '86000'),
];

/** Receivers abroad share one generic tax id and are told apart by registration and name. */
export const foreignReceivers: readonly DemoReceiver[] = [
  foreign('LONE STAR TOOLS & SUPPLY LLC', 'USA', '741852963'),
  foreign('ÉQUIPEMENTS SAINT-LAURENT INC', 'CAN', '845127793'),
  foreign('HANSEATISCHE MASCHINENHANDEL GMBH', 'DEU', 'DE298471563'),
];

export const demoReceivers: readonly DemoReceiver[] = [...domesticReceivers, ...foreignReceivers];

/** A client of the demo by tax id; any other issuer gets a name of its own. */
export const issuerByRfc = (rfc: string): DemoParty =>
  Object.values(demoClients).find((client) => client.rfc === rfc) ?? party(rfc, `EMISOR ${rfc}`, '64000');
