/**
 * Fields of the invoice (3.3 and 4.0) and of the stamp (1.1) in original-string order, from Annex 20 of the Miscellaneous
 * Tax Resolution. Notation: `original-string.ts`.
 */
export const comprobanteFields = `
@ http://www.sat.gob.mx/cfd/3
Comprobante: Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda
   TipoCambio? Total TipoDeComprobante MetodoPago? LugarExpedicion Confirmacion? >CfdiRelacionados >Emisor >Receptor
   >Conceptos >Impuestos >Complemento
CfdiRelacionados: TipoRelacion CfdiRelacionado( UUID )
Emisor: Rfc Nombre? RegimenFiscal
Receptor: Rfc Nombre? ResidenciaFiscal? NumRegIdTrib? UsoCFDI
Conceptos: >Concepto
Concepto: ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento?
   Impuestos/Traslados/Traslado( Base Impuesto TipoFactor TasaOCuota? Importe? ) Impuestos/Retenciones/Retencion(
   Base Impuesto TipoFactor TasaOCuota Importe ) >InformacionAduanera >CuentaPredial >ComplementoConcepto >//Parte
InformacionAduanera: NumeroPedimento
CuentaPredial: Numero
ComplementoConcepto: >*
Parte: ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe? >//InformacionAduanera
Complemento: >*
Impuestos: Retenciones/Retencion( Impuesto Importe ) TotalImpuestosRetenidos? Traslados/Traslado( Impuesto
   TipoFactor TasaOCuota Importe ) TotalImpuestosTrasladados?

@ http://www.sat.gob.mx/cfd/4 < http://www.sat.gob.mx/cfd/3
Comprobante: Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda
   TipoCambio? Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion? >InformacionGlobal
   >CfdiRelacionados >Emisor >Receptor >Conceptos >Impuestos >Complemento
InformacionGlobal: Periodicidad Meses Año
Emisor: Rfc Nombre RegimenFiscal FacAtrAdquirente?
Receptor: Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal? NumRegIdTrib? RegimenFiscalReceptor UsoCFDI
Concepto: ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento?
   ObjetoImp Impuestos/Traslados/Traslado( Base Impuesto TipoFactor TasaOCuota? Importe? )
   Impuestos/Retenciones/Retencion( Base Impuesto TipoFactor TasaOCuota Importe ) >ACuentaTerceros
   >InformacionAduanera >CuentaPredial >ComplementoConcepto >//Parte
ACuentaTerceros: RfcACuentaTerceros NombreACuentaTerceros RegimenFiscalACuentaTerceros
   DomicilioFiscalACuentaTerceros
Impuestos: Retenciones/Retencion( Impuesto Importe ) TotalImpuestosRetenidos? Traslados/Traslado( Base Impuesto
   TipoFactor TasaOCuota? Importe? ) TotalImpuestosTrasladados?

@ http://www.sat.gob.mx/TimbreFiscalDigital
TimbreFiscalDigital: Version UUID FechaTimbrado RfcProvCertif Leyenda? SelloCFD NoCertificadoSAT
`;
