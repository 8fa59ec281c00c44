/** The company that a message is about, for a person of several: in its words, and in the address of its link. */

/** The parameter of an address that has the id of the company. A forwarded link shows nothing of it. */
const COMPANY_PARAM = 'empresa';

/** An address of the portal, as the screen of one company: the portal asks before it shows it in another one. */
export function companyAddress(address: string, clientId: string): string {
  const [path = '', ...anchor] = address.split('#');
  const joined = `${path}${path.includes('?') ? '&' : '?'}${COMPANY_PARAM}=${clientId}`;
  return [joined, ...anchor].join('#');
}

/** The company that an address names, and the address without it. */
export function splitCompany(address: string): { readonly company: string | null; readonly rest: string } {
  const [before = '', ...anchor] = address.split('#');
  const [path = '', query = ''] = before.split('?');
  const params = new URLSearchParams(query);
  const company = params.get(COMPANY_PARAM);
  if (company === null) return { company, rest: address };
  const kept = query.split('&').filter((pair) => !pair.startsWith(`${COMPANY_PARAM}=`));
  return { company, rest: [kept.length > 0 ? `${path}?${kept.join('&')}` : path, ...anchor].join('#') };
}

/** A name that leaves room for the news on a phone. */
const LONGEST = 60;

export const shortCompany = (name: string): string =>
  name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1).trimEnd()}…`;

/** A text that begins with the company; without one, as it is. */
export const inCompany = (text: string, company: string | null): string =>
  company === null ? text : `${shortCompany(company)}: ${text}`;
