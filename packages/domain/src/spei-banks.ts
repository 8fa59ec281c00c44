import { isClabe } from './clabe.ts';
import { speiBankOf } from './spei.ts';

/**
 * All participants of SPEI, by the codes of the Banco de México, as its list of institutions had them on 25 March 2026 (copied by
 * cuenca-mx/clabe-python @ c482622), but for the Banco de México itself.
 */
const names: Readonly<Record<string, string>> = {
  '37006': 'Bancomext',
  '37009': 'Banobras',
  '37019': 'Banjercito',
  '37135': 'Nafin',
  '37166': 'Banco del Bienestar',
  '37168': 'Hipotecaria Federal',
  '40002': 'Banamex',
  '40012': 'BBVA',
  '40014': 'Santander',
  '40021': 'HSBC',
  '40030': 'BanBajío',
  '40036': 'Inbursa',
  '40042': 'Mifel',
  '40044': 'Scotiabank',
  '40058': 'Banregio',
  '40059': 'Invex',
  '40060': 'Bansí',
  '40062': 'Afirme',
  '40072': 'Banorte',
  '40106': 'Bank of America',
  '40108': 'MUFG',
  '40110': 'J.P. Morgan',
  '40112': 'Monex',
  '40113': 'Ve por Más',
  '40124': 'Citi México',
  '40127': 'Azteca',
  '40128': 'Autofin',
  '40129': 'Barclays',
  '40130': 'Compartamos',
  '40132': 'Multiva',
  '40133': 'Actinver',
  '40136': 'Intercam',
  '40137': 'BanCoppel',
  '40138': 'Ualá',
  '40140': 'Consubanco',
  '40141': 'Volkswagen Bank',
  '40143': 'CIBanco',
  '40145': 'Banco Base',
  '40147': 'Bankaool',
  '40148': 'PagaTodo',
  '40150': 'Inmobiliario Mexicano',
  '40151': 'Dondé',
  '40152': 'Bancrea',
  '40154': 'Covalto',
  '40155': 'ICBC',
  '40156': 'Sabadell',
  '40157': 'Shinhan',
  '40158': 'Mizuho',
  '40159': 'Bank of China',
  '40160': 'Banco S3',
  '40167': 'Hey Banco',
  '90600': 'Monex Casa de Bolsa',
  '90601': 'GBM',
  '90602': 'Masari',
  '90605': 'Value',
  '90616': 'Finamex',
  '90617': 'Valmex',
  '90620': 'Profuturo',
  '90630': 'Intercam Casa de Bolsa',
  '90631': 'CI Casa de Bolsa',
  '90634': 'Fincomún',
  '90638': 'Nu México',
  '90646': 'STP',
  '90652': 'Credicapital',
  '90653': 'Kuspit',
  '90656': 'Unagra',
  '90659': 'ASP Integra',
  '90661': 'Klar',
  '90670': 'Libertad',
  '90677': 'Caja Popular Mexicana',
  '90680': 'Cristóbal Colón',
  '90683': 'Caja Telefonistas',
  '90684': 'Transfer',
  '90685': 'Fondo (FIRA)',
  '90688': 'Crediclub',
  '90689': 'Fomped',
  '90699': 'Fondeadora',
  '90703': 'Tesored',
  '90706': 'Arcus',
  '90710': 'NVIO',
  '90714': 'PPBALANCEMX',
  '90715': 'Cashi',
  '90720': 'MexPago',
  '90721': 'Albo',
  '90722': 'Mercado Pago',
  '90723': 'Cuenca',
  '90725': 'Coopdesarrollo',
  '90727': 'Transfer Directo',
  '90728': 'Spin by OXXO',
  '90729': 'Depósitos y Pagos Digitales',
  '90730': 'Swap',
  '90732': 'Peibo',
  '90734': 'Finco Pay',
  '90738': 'Fintoc',
  '90901': 'CLS',
  '90902': 'Indeval',
  '90903': 'CoDi Valida',
};

/** Common name of the bank of a CLABE; null if no participant of SPEI can have it. */
export const bankOfClabe = (clabe: string): string | null => names[speiBankOf(clabe) ?? ''] ?? null;

/** A name of a bank in capitals without accents and spaces. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Whether a CLABE is of the bank with this name, which banks and people also write as `BBVA MEXICO`. */
export function isOfBank(clabe: string, name: string): boolean {
  const [known, said] = [plain(bankOfClabe(clabe) ?? ''), plain(name)];
  return known !== '' && said.includes(known);
}

/** The typed CLABE of an account without spaces, and the bank that it says. */
export function accountTyped(typed: string): { readonly bank: string; readonly clabe: string } {
  const clabe = typed.replace(/\s/g, '');
  return { bank: bankOfClabe(clabe) ?? '', clabe };
}

/** Why a typed CLABE cannot be one, or null; also for none. */
export function problemOfClabe(clabe: string | undefined): 'CLABE_INVALID' | 'CLABE_BANK_UNKNOWN' | null {
  if (clabe === undefined) return null;
  if (!isClabe(clabe)) return 'CLABE_INVALID';
  return bankOfClabe(clabe) === null ? 'CLABE_BANK_UNKNOWN' : null;
}

/** Common name of the bank with a code of SPEI; the code itself if the bank is not among those above. */
export const speiBankName = (code: string): string => names[code] ?? code;
