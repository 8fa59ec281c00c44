/**
 * Fields of the sector complements in original-string order, from the technical standard published for each one.
 * Notation: `original-string.ts`.
 */
export const sectorFields = `
@ http://www.sat.gob.mx/EstadoDeCuentaCombustible
EstadoDeCuentaCombustible: Version TipoOperacion NumeroDeCuenta SubTotal Total >Conceptos
Conceptos: >ConceptoEstadoDeCuentaCombustible
Traslados: >Traslado
ConceptoEstadoDeCuentaCombustible: Identificador Fecha Rfc ClaveEstacion TAR? Cantidad NoIdentificacion Unidad?
   NombreCombustible FolioOperacion ValorUnitario Importe >Traslados
Traslado: Impuesto TasaoCuota Importe

@ http://www.sat.gob.mx/donat
Donatarias: version noAutorizacion fechaAutorizacion leyenda

@ http://www.sat.gob.mx/divisas
Divisas: version tipoOperacion

@ http://www.sat.gob.mx/leyendasFiscales
LeyendasFiscales: version >Leyenda
Leyenda: disposicionFiscal? norma? textoLeyenda

@ http://www.sat.gob.mx/pfic
PFintegranteCoordinado: version ClaveVehicular Placa RFCPF?

@ http://www.sat.gob.mx/TuristaPasajeroExtranjero
TuristaPasajeroExtranjero: version fechadeTransito tipoTransito >datosTransito
datosTransito: Via TipoId NumeroId Nacionalidad EmpresaTransporte IdTransporte?

@ http://www.sat.gob.mx/registrofiscal
CFDIRegistroFiscal: Version Folio

@ http://www.sat.gob.mx/pagoenespecie
PagoEnEspecie: Version CvePIC FolioSolDon PzaArtNombre PzaArtTecn PzaArtAProd PzaArtDim

@ http://www.sat.gob.mx/aerolineas
Aerolineas: Version TUA >OtrosCargos
OtrosCargos: TotalCargos >Cargo
Cargo: CodigoCargo Importe

@ http://www.sat.gob.mx/valesdedespensa
ValesDeDespensa: version tipoOperacion registroPatronal? numeroDeCuenta total >Conceptos
Conceptos: >Concepto
Concepto: identificador fecha rfc curp nombre numSeguridadSocial? importe

@ http://www.sat.gob.mx/consumodecombustibles
ConsumoDeCombustibles: version tipoOperacion numeroDeCuenta subTotal? total >Conceptos
Conceptos: >ConceptoConsumoDeCombustibles
ConceptoConsumoDeCombustibles: identificador fecha rfc claveEstacion cantidad nombreCombustible folioOperacion
   valorUnitario importe >Determinados
Determinados: >Determinado
Determinado: impuesto tasa importe

@ http://www.sat.gob.mx/notariospublicos
NotariosPublicos: Version >DescInmuebles >DatosOperacion >DatosNotario >DatosEnajenante >DatosAdquiriente
DescInmuebles: >DescInmueble
DescInmueble: TipoInmueble Calle NoExterior? NoInterior? Colonia? Localidad? Referencia? Municipio Estado Pais
   CodigoPostal
DatosOperacion: NumInstrumentoNotarial FechaInstNotarial MontoOperacion Subtotal IVA
DatosNotario: CURP NumNotaria EntidadFederativa Adscripcion?
DatosEnajenante: CoproSocConyugalE >DatosUnEnajenante >DatosEnajenantesCopSC
DatosUnEnajenante: Nombre ApellidoPaterno ApellidoMaterno? RFC CURP
DatosEnajenantesCopSC: >DatosEnajenanteCopSC
DatosEnajenanteCopSC: Nombre ApellidoPaterno? ApellidoMaterno? RFC CURP? Porcentaje
DatosAdquiriente: CoproSocConyugalE >DatosUnAdquiriente >DatosAdquirientesCopSC
DatosUnAdquiriente: Nombre ApellidoPaterno? ApellidoMaterno? RFC CURP?
DatosAdquirientesCopSC: >DatosAdquirienteCopSC
DatosAdquirienteCopSC: Nombre ApellidoPaterno? ApellidoMaterno? RFC CURP? Porcentaje

@ http://www.sat.gob.mx/vehiculousado
VehiculoUsado: Version montoAdquisicion montoEnajenacion claveVehicular marca tipo modelo numeroMotor? numeroSerie?
   NIV? valor >InformacionAduanera
InformacionAduanera: numero fecha aduana?

@ http://www.sat.gob.mx/servicioparcialconstruccion
parcialesconstruccion: Version NumPerLicoAut >Inmueble
Inmueble: Calle NoExterior? NoInterior? Colonia? Localidad? Referencia? Municipio Estado CodigoPostal

@ http://www.sat.gob.mx/renovacionysustitucionvehiculos
renovacionysustitucionvehiculos: Version TipoDeDecreto >DecretoRenovVehicular >DecretoSustitVehicular
DecretoRenovVehicular: VehEnaj >VehiculosUsadosEnajenadoPermAlFab >VehiculoNuvoSemEnajenadoFabAlPerm
DecretoSustitVehicular: VehEnaj >VehiculoUsadoEnajenadoPermAlFab >VehiculoNuvoSemEnajenadoFabAlPerm
VehiculosUsadosEnajenadoPermAlFab: PrecioVehUsado TipoVeh Marca TipooClase Año Modelo? NIV? NumSerie? NumPlacas
   NumMotor? NumFolTarjCir NumPedIm? Aduana? FechaRegulVeh? Foliofiscal
VehiculoNuvoSemEnajenadoFabAlPerm: Año Modelo? NumPlacas RFC?
VehiculoUsadoEnajenadoPermAlFab: PrecioVehUsado TipoVeh Marca TipooClase Año Modelo? NIV? NumSerie? NumPlacas
   NumMotor? NumFolTarjCir NumFolAvisoint NumPedIm Aduana FechaRegulVeh Foliofiscal

@ http://www.sat.gob.mx/certificadodestruccion
certificadodedestruccion: Version Serie NumFolDesVeh >VehiculoDestruido >InformacionAduanera
VehiculoDestruido: Marca TipooClase Año Modelo? NIV? NumSerie? NumPlacas NumMotor? NumFolTarjCir
InformacionAduanera: NumPedImp Fecha Aduana

@ http://www.sat.gob.mx/arteantiguedades
obrasarteantiguedades: Version TipoBien OtrosTipoBien? TituloAdquirido OtrosTituloAdquirido? Subtotal? IVA?
   FechaAdquisicion CaracterísticasDeObraoPieza

@ http://www.sat.gob.mx/ine
INE: Version TipoProceso TipoComite? IdContabilidad? >Entidad
Entidad: ClaveEntidad Ambito? >Contabilidad
Contabilidad: IdContabilidad

@ http://www.sat.gob.mx/iedu
instEducativas: version nombreAlumno CURP nivelEducativo autRVOE rfcPago?

@ http://www.sat.gob.mx/ventavehiculos
VentaVehiculos: version ClaveVehicular [version=1.1 Niv ] >//InformacionAduanera
InformacionAduanera: numero fecha aduana?

@ http://www.sat.gob.mx/terceros
PorCuentadeTerceros: version rfc nombre? >//InformacionFiscalTercero >//InformacionAduanera >CuentaPredial
   >//Retenciones/Retencion >//Traslados/Traslado
Retencion: impuesto importe
Traslado: impuesto tasa importe
InformacionAduanera: numero fecha aduana?
CuentaPredial: numero
InformacionFiscalTercero: calle noExterior? noInterior? colonia? localidad? referencia? municipio estado pais
   codigoPostal

@ http://www.sat.gob.mx/detallista
detallista: documentStructureVersion orderIdentification/referenceIdentification( =. )
   =orderIdentification/ReferenceDate? =buyer/gln =seller/gln =seller/alternatePartyIdentification
   =totalAmount/Amount TotalAllowanceCharge/specialServicesType( =.? ) TotalAllowanceCharge/Amount( =.? )

@ http://www.sat.gob.mx/EstadoDeCuentaCombustible12 < http://www.sat.gob.mx/EstadoDeCuentaCombustible
ConceptoEstadoDeCuentaCombustible: Identificador Fecha Rfc ClaveEstacion Cantidad TipoCombustible Unidad?
   NombreCombustible FolioOperacion ValorUnitario Importe >Traslados
Traslado: Impuesto TasaOCuota Importe

@ http://www.sat.gob.mx/ConsumoDeCombustibles11 < http://www.sat.gob.mx/consumodecombustibles
ConceptoConsumoDeCombustibles: identificador fecha rfc claveEstacion tipoCombustible cantidad nombreCombustible
   folioOperacion valorUnitario importe >Determinados
Determinado: impuesto tasaOCuota importe

@ http://www.sat.gob.mx/GastosHidrocarburos10
GastosHidrocarburos: Version NumeroContrato AreaContractual? >Erogacion
Erogacion: TipoErogacion MontocuErogacion Porcentaje >DocumentoRelacionado >Actividades >CentroCostos
DocumentoRelacionado: OrigenErogacion FolioFiscalVinculado? RFCProveedor? MontoTotalIVA MontoRetencionISR?
   MontoRetencionIVA? MontoRetencionOtrosImpuestos? NumeroPedimentoVinculado? ClavePedimentoVinculado?
   ClavePagoPedimentoVinculado? MontoIVAPedimento? OtrosImpuestosPagadosPedimento? FechaFolioFiscalVinculado Mes
   MontoTotalErogaciones
Actividades: ActividadRelacionada? >SubActividades
SubActividades: SubActividadRelacionada? >Tareas
Tareas: TareaRelacionada?
CentroCostos: Campo? >Yacimientos
Yacimientos: Yacimiento? >Pozos
Pozos: Pozo?

@ http://www.sat.gob.mx/IngresosHidrocarburos10
IngresosHidrocarburos: Version NumeroContrato ContraprestacionPagadaOperador Porcentaje >DocumentoRelacionado
DocumentoRelacionado: FolioFiscalVinculado FechaFolioFiscalVinculado Mes

@ http://www.sat.gob.mx/hidrocarburospetroliferos
HidroYPetro: Version TipoPermiso NumeroPermiso ClaveHYP SubProductoHYP
`;
