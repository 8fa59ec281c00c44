/**
 * Fields of the payment, payroll, foreign-trade and local-tax complements in original-string order, from the technical
 * standard published for each one. Notation: `original-string.ts`.
 */
export const tradeFields = `
@ http://www.sat.gob.mx/Pagos
Pagos: Version >Pago
Pago: FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt? CtaOrdenante?
   RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago? >DoctoRelacionado >Impuestos
DoctoRelacionado: IdDocumento Serie? Folio? MonedaDR TipoCambioDR? MetodoDePagoDR NumParcialidad? ImpSaldoAnt?
   ImpPagado? ImpSaldoInsoluto?
Impuestos: TotalImpuestosRetenidos? TotalImpuestosTrasladados? >Retenciones >Traslados
Retenciones: >Retencion
Traslados: >Traslado
Retencion: Impuesto Importe
Traslado: Impuesto TipoFactor TasaOCuota Importe

@ http://www.sat.gob.mx/Pagos20
Pagos: Version >Totales >Pago
Totales: TotalRetencionesIVA? TotalRetencionesISR? TotalRetencionesIEPS? TotalTrasladosBaseIVA16?
   TotalTrasladosImpuestoIVA16? TotalTrasladosBaseIVA8? TotalTrasladosImpuestoIVA8? TotalTrasladosBaseIVA0?
   TotalTrasladosImpuestoIVA0? TotalTrasladosBaseIVAExento? MontoTotalPagos
Pago: FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt? CtaOrdenante?
   RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago? >DoctoRelacionado >ImpuestosP
DoctoRelacionado: IdDocumento Serie? Folio? MonedaDR EquivalenciaDR? NumParcialidad ImpSaldoAnt ImpPagado
   ImpSaldoInsoluto ObjetoImpDR ImpuestosDR/RetencionesDR/RetencionDR( BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR
   ImporteDR ) ImpuestosDR/TrasladosDR/TrasladoDR( BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR? ImporteDR? )
ImpuestosP: >RetencionesP >TrasladosP
RetencionesP: >RetencionP
TrasladosP: >TrasladoP
RetencionP: ImpuestoP ImporteP
TrasladoP: BaseP ImpuestoP TipoFactorP TasaOCuotaP? ImporteP?

@ http://www.sat.gob.mx/nomina12
Nomina: Version TipoNomina FechaPago FechaInicialPago FechaFinalPago NumDiasPagados TotalPercepciones?
   TotalDeducciones? TotalOtrosPagos? >Emisor >Receptor >Percepciones >Deducciones >OtrosPagos >Incapacidades
Emisor: Curp? RegistroPatronal? RfcPatronOrigen? >EntidadSNCF
EntidadSNCF: OrigenRecurso MontoRecursoPropio?
Receptor: Curp NumSeguridadSocial? FechaInicioRelLaboral? Antigüedad? TipoContrato Sindicalizado? TipoJornada?
   TipoRegimen NumEmpleado Departamento? Puesto? RiesgoPuesto? PeriodicidadPago Banco? CuentaBancaria?
   SalarioBaseCotApor? SalarioDiarioIntegrado? ClaveEntFed >SubContratacion
SubContratacion: RfcLabora PorcentajeTiempo
Percepciones: TotalSueldos? TotalSeparacionIndemnizacion? TotalJubilacionPensionRetiro? TotalGravado TotalExento
   >Percepcion >JubilacionPensionRetiro >SeparacionIndemnizacion
Percepcion: TipoPercepcion Clave Concepto ImporteGravado ImporteExento >AccionesOTitulos >HorasExtra
AccionesOTitulos: ValorMercado PrecioAlOtorgarse
HorasExtra: Dias TipoHoras HorasExtra ImportePagado
JubilacionPensionRetiro: TotalUnaExhibicion? TotalParcialidad? MontoDiario? IngresoAcumulable IngresoNoAcumulable
SeparacionIndemnizacion: TotalPagado NumAñosServicio UltimoSueldoMensOrd IngresoAcumulable IngresoNoAcumulable
Deducciones: TotalOtrasDeducciones? TotalImpuestosRetenidos? >Deduccion
Deduccion: TipoDeduccion Clave Concepto Importe
OtrosPagos: >OtroPago
OtroPago: TipoOtroPago Clave Concepto Importe >SubsidioAlEmpleo >CompensacionSaldosAFavor
SubsidioAlEmpleo: SubsidioCausado
CompensacionSaldosAFavor: SaldoAFavor Año RemanenteSalFav
Incapacidades: >Incapacidad
Incapacidad: DiasIncapacidad TipoIncapacidad ImporteMonetario?

@ http://www.sat.gob.mx/ComercioExterior11
ComercioExterior: Version MotivoTraslado? TipoOperacion ClaveDePedimento? CertificadoOrigen? NumCertificadoOrigen?
   NumeroExportadorConfiable? Incoterm? Subdivision? Observaciones? TipoCambioUSD? TotalUSD? >Emisor >Propietario
   >Receptor >Destinatario >Mercancias
Emisor: Curp? >Domicilio
Propietario: NumRegIdTrib ResidenciaFiscal
Receptor: NumRegIdTrib? >Domicilio
Destinatario: NumRegIdTrib? Nombre? >Domicilio
Mercancias: >Mercancia
Domicilio: Calle NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal
Mercancia: NoIdentificacion FraccionArancelaria? CantidadAduana? UnidadAduana? ValorUnitarioAduana? ValorDolares
   >DescripcionesEspecificas
DescripcionesEspecificas: Marca Modelo? SubModelo? NumeroSerie?

@ http://www.sat.gob.mx/ComercioExterior20 < http://www.sat.gob.mx/ComercioExterior11
ComercioExterior: Version MotivoTraslado? ClaveDePedimento CertificadoOrigen NumCertificadoOrigen?
   NumeroExportadorConfiable? Incoterm? Observaciones? TipoCambioUSD TotalUSD >Emisor >Propietario >Receptor
   >Destinatario >Mercancias

@ http://www.sat.gob.mx/implocal
ImpuestosLocales: version TotaldeRetenciones TotaldeTraslados RetencionesLocales( ImpLocRetenido TasadeRetencion
   Importe ) TrasladosLocales( ImpLocTrasladado TasadeTraslado Importe )
`;
