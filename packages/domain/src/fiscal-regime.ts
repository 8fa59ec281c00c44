/** The tax authority's catalogue of fiscal regimes (c_RegimenFiscal of CFDI 4.0). */

const ofCompanies = ['601', '603', '610', '620', '622', '623', '624', '626'];
const ofPeople = ['605', '606', '607', '608', '610', '611', '612', '614', '615', '616', '621', '625', '626'];

/** Their taxpayers have no expenses or discounts to state as the use of a CFDI (c_UsoCFDI). */
const withoutExpenses = ['605', '607', '608', '610', '611', '614', '615', '616'];

/** Whether a CFDI to a taxpayer of a regime may state general expenses, and a credit note discounts. */
export const hasExpenses = (regime: string): boolean => !withoutExpenses.includes(regime);

/** Tax ids of companies have 12 characters, those of people 13. */
const COMPANY_RFC = 12;

/** The regimes that the taxpayer of an RFC can have; a CFDI with another one is refused. */
export const regimesOf = (rfc: string): readonly string[] => (rfc.length === COMPANY_RFC ? ofCompanies : ofPeople);
