/** Names of the tax authority's catalogue keys on the lender's invoices. */
const names: Readonly<Record<string, string>> = {
  // Fiscal regimes
  '601': 'General de Ley Personas Morales',
  '603': 'Personas Morales con Fines no Lucrativos',
  '606': 'Arrendamiento',
  '612': 'Personas Físicas con Actividades Empresariales y Profesionales',
  '616': 'Sin obligaciones fiscales',
  '621': 'Incorporación Fiscal',
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
