/** Names of the tax authority's catalogue keys on the lender's invoices. */
const names: Readonly<Record<string, string>> = {
  // Fiscal regimes
  '601': 'General de Ley Personas Morales',
  '603': 'Personas Morales con Fines no Lucrativos',
  '605': 'Sueldos y Salarios e Ingresos Asimilados a Salarios',
  '606': 'Arrendamiento',
  '607': 'Enajenación o Adquisición de Bienes',
  '608': 'Demás ingresos',
  '610': 'Residentes en el Extranjero sin Establecimiento Permanente en México',
  '611': 'Ingresos por Dividendos (socios y accionistas)',
  '612': 'Personas Físicas con Actividades Empresariales y Profesionales',
  '614': 'Ingresos por intereses',
  '615': 'Ingresos por obtención de premios',
  '616': 'Sin obligaciones fiscales',
  '620': 'Sociedades Cooperativas de Producción que optan por diferir sus ingresos',
  '621': 'Incorporación Fiscal',
  '622': 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras',
  '623': 'Opcional para Grupos de Sociedades',
  '624': 'Coordinados',
  '625': 'Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
  '626': 'Régimen Simplificado de Confianza',
  // Uses
  G02: 'Devoluciones, descuentos o bonificaciones',
  G03: 'Gastos en general',
  CP01: 'Pagos',
  S01: 'Sin efectos fiscales',
  // Methods and forms of payment
  PUE: 'Pago en una sola exhibición',
  PPD: 'Pago en parcialidades o diferido',
  '03': 'Transferencia electrónica de fondos',
  '17': 'Compensación',
  '99': 'Por definir',
  // Products and units
  '84121500': 'Instituciones bancarias',
  E48: 'Unidad de servicio',
};

/** "G03 Gastos en general"; only the key if its name is not known here. */
export const withName = (key: string): string => [key, names[key]].filter(Boolean).join(' ');
