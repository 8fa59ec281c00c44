/** Settings of the certified provider that issues the lender's invoices. */
import { z } from 'zod';
import { isWebUrl, WrongConfiguration } from './setting-checks.ts';

/** At most one of them; neither for the demo's own provider, and for none in production. */
export interface InvoicingSettings {
  /** Facturama's Multiemisor API, where the lender has uploaded its CSD. */
  readonly facturama?: Account;
  /** SW Sapien, which stamps what we seal. */
  readonly sw?: Account & {
    readonly csd: { readonly certificate: string; readonly key: string; readonly password: string };
  };
}

interface Account {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

const text = (name: string) => z.string().min(1, `${name} must not be empty`).optional();
const address = (name: string, example: string) =>
  z.string().refine(isWebUrl, `${name} must look like ${example}`).optional();

const FACTURAMA_API = 'https://api.facturama.mx';
const SW_API = 'https://services.sw.com.mx';
/** Stamps are worthless there. */
const SANDBOXES = new Set(['apisandbox.facturama.mx', 'services.test.sw.com.mx']);

export const invoicingVariables = {
  FACTURAMA_URL: address('FACTURAMA_URL', FACTURAMA_API),
  FACTURAMA_USER: text('FACTURAMA_USER'),
  FACTURAMA_PASSWORD: text('FACTURAMA_PASSWORD'),
  SW_URL: address('SW_URL', SW_API),
  SW_USER: text('SW_USER'),
  SW_PASSWORD: text('SW_PASSWORD'),
  CSD_CERTIFICATE_FILE: text('CSD_CERTIFICATE_FILE'),
  CSD_KEY_FILE: text('CSD_KEY_FILE'),
  CSD_PASSWORD: text('CSD_PASSWORD'),
} as const;

type Variables = Readonly<z.output<z.ZodObject<typeof invoicingVariables>>>;

/** Throws WrongConfiguration for half a provider or two, and in production for a vendor's sandbox. */
export function invoicingOf(settings: Variables, production: boolean): InvoicingSettings {
  const facturama = accountOf('FACTURAMA', FACTURAMA_API, [
    settings.FACTURAMA_URL,
    settings.FACTURAMA_USER,
    settings.FACTURAMA_PASSWORD,
  ]);
  const sw = accountOf('SW', SW_API, [settings.SW_URL, settings.SW_USER, settings.SW_PASSWORD]);
  if (facturama && sw) throw new WrongConfiguration('FACTURAMA_USER and SW_USER are two invoicing providers; set one');
  if (production && SANDBOXES.has(URL.parse((facturama ?? sw)?.url ?? '')?.host ?? ''))
    throw new WrongConfiguration('FACTURAMA_URL or SW_URL is of a vendor’s sandbox, which is refused in production');
  if (!sw) return facturama ? { facturama } : {};
  const { CSD_CERTIFICATE_FILE: certificate, CSD_KEY_FILE: key, CSD_PASSWORD: password } = settings;
  if (certificate === undefined || key === undefined || password === undefined)
    throw new WrongConfiguration('SW_USER needs CSD_CERTIFICATE_FILE, CSD_KEY_FILE and CSD_PASSWORD');
  return { sw: { ...sw, csd: { certificate, key, password } } };
}

function accountOf(
  name: string,
  api: string,
  [url, user, password]: readonly [string | undefined, string | undefined, string | undefined],
): Account | undefined {
  if (url === undefined && user === undefined && password === undefined) return undefined;
  if (user === undefined || password === undefined)
    throw new WrongConfiguration(`${name}_USER and ${name}_PASSWORD are needed together`);
  return { url: url ?? api, user, password };
}
