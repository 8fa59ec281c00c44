/**
 * Fields of the goods-transport complement (Carta Porte 1.0, 2.0, 3.0, 3.1) in original-string order, from the technical
 * standard published for each version. Notation: `original-string.ts`.
 */
export const transportFields = `
@ http://www.sat.gob.mx/CartaPorte
CartaPorte: Version TranspInternac EntradaSalidaMerc? ViaEntradaSalida? TotalDistRec? >Ubicaciones >Mercancias
   >FiguraTransporte
Ubicaciones: >Ubicacion
Ubicacion: TipoEstacion? DistanciaRecorrida? >Origen >Destino Domicilio( Calle NumeroExterior? NumeroInterior?
   Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal )
Origen: IDOrigen? RFCRemitente? NombreRemitente? NumRegIdTrib? ResidenciaFiscal? NumEstacion? NombreEstacion?
   NavegacionTrafico? FechaHoraSalida
Destino: IDDestino? RFCDestinatario? NombreDestinatario? NumRegIdTrib? ResidenciaFiscal? NumEstacion?
   NombreEstacion? NavegacionTrafico? FechaHoraProgLlegada
Mercancias: PesoBrutoTotal? UnidadPeso? PesoNetoTotal? NumTotalMercancias CargoPorTasacion? >Mercancia
   >AutotransporteFederal >TransporteMaritimo >TransporteAereo >TransporteFerroviario
Mercancia: BienesTransp? ClaveSTCC? Descripcion? Cantidad? ClaveUnidad? Unidad? Dimensiones? MaterialPeligroso?
   CveMaterialPeligroso? Embalaje? DescripEmbalaje? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria?
   UUIDComercioExt? >CantidadTransporta >DetalleMercancia
CantidadTransporta: Cantidad IDOrigen IDDestino CvesTransporte?
DetalleMercancia: UnidadPeso PesoBruto PesoNeto PesoTara NumPiezas?
AutotransporteFederal: PermSCT NumPermisoSCT NombreAseg NumPolizaSeguro >IdentificacionVehicular >Remolques
IdentificacionVehicular: ConfigVehicular PlacaVM AnioModeloVM
Remolques: >Remolque
Remolque: SubTipoRem Placa
TransporteMaritimo: PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI
   AnioEmbarcacion? NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga NumCertITC Eslora? Manga? Calado?
   LineaNaviera? NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? Contenedor(
   MatriculaContenedor TipoContenedor NumPrecinto? )
TransporteAereo: PermSCT NumPermisoSCT MatriculaAeronave NombreAseg? NumPolizaSeguro? NumeroGuia LugarContrato?
   RFCTransportista? CodigoTransportista NumRegIdTribTranspor? ResidenciaFiscalTranspor? NombreTransportista?
   RFCEmbarcador? NumRegIdTribEmbarc? ResidenciaFiscalEmbarc? NombreEmbarcador?
TransporteFerroviario: TipoDeServicio NombreAseg? NumPolizaSeguro? Concesionario? >DerechosDePaso >Carro
DerechosDePaso: TipoDerechoDePaso KilometrajePagado
Carro: TipoCarro MatriculaCarro GuiaCarro ToneladasNetasCarro Contenedor( TipoContenedor PesoContenedorVacio
   PesoNetoMercancia )
FiguraTransporte: CveTransporte >Operadores >Propietario >Arrendatario >Notificado
Operadores: >Operador
Operador: RFCOperador? NumLicencia? NombreOperador? NumRegIdTribOperador? ResidenciaFiscalOperador? Domicilio( Calle
   NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal )
Propietario: RFCPropietario? NombrePropietario? NumRegIdTribPropietario? ResidenciaFiscalPropietario? Domicilio(
   Calle NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal )
Arrendatario: RFCArrendatario? NombreArrendatario? NumRegIdTribArrendatario? ResidenciaFiscalArrendatario?
   Domicilio( Calle NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais
   CodigoPostal )
Notificado: RFCNotificado? NombreNotificado? NumRegIdTribNotificado? ResidenciaFiscalNotificado? Domicilio( Calle
   NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal )

@ http://www.sat.gob.mx/CartaPorte20 < http://www.sat.gob.mx/CartaPorte
CartaPorte: Version TranspInternac EntradaSalidaMerc? PaisOrigenDestino? ViaEntradaSalida? TotalDistRec?
   >Ubicaciones >Mercancias >FiguraTransporte
Ubicacion: TipoUbicacion IDUbicacion? RFCRemitenteDestinatario NombreRemitenteDestinatario? NumRegIdTrib?
   ResidenciaFiscal? NumEstacion? NombreEstacion? NavegacionTrafico? FechaHoraSalidaLlegada TipoEstacion?
   DistanciaRecorrida? Domicilio( Calle? NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio?
   Estado Pais CodigoPostal )
Mercancias: PesoBrutoTotal UnidadPeso PesoNetoTotal? NumTotalMercancias CargoPorTasacion? >Mercancia >Autotransporte
   >TransporteMaritimo >TransporteAereo >TransporteFerroviario
Mercancia: BienesTransp ClaveSTCC? Descripcion Cantidad ClaveUnidad Unidad? Dimensiones? MaterialPeligroso?
   CveMaterialPeligroso? Embalaje? DescripEmbalaje? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria?
   UUIDComercioExt? >Pedimentos >GuiasIdentificacion >CantidadTransporta >DetalleMercancia
Pedimentos: Pedimento
GuiasIdentificacion: NumeroGuiaIdentificacion DescripGuiaIdentificacion PesoGuiaIdentificacion
DetalleMercancia: UnidadPesoMerc PesoBruto PesoNeto PesoTara NumPiezas?
Autotransporte: PermSCT NumPermisoSCT >IdentificacionVehicular >Seguros >Remolques
Seguros: AseguraRespCivil PolizaRespCivil AseguraMedAmbiente? PolizaMedAmbiente? AseguraCarga? PolizaCarga?
   PrimaSeguro?
TransporteAereo: PermSCT NumPermisoSCT MatriculaAeronave? NombreAseg? NumPolizaSeguro? NumeroGuia LugarContrato?
   CodigoTransportista RFCEmbarcador? NumRegIdTribEmbarc? ResidenciaFiscalEmbarc? NombreEmbarcador?
TransporteFerroviario: TipoDeServicio TipoDeTrafico NombreAseg? NumPolizaSeguro? >DerechosDePaso >Carro
FiguraTransporte: >TiposFigura
TiposFigura: TipoFigura RFCFigura? NumLicencia? NombreFigura? NumRegIdTribFigura? ResidenciaFiscalFigura?
   >PartesTransporte Domicilio( Calle? NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio?
   Estado Pais CodigoPostal )
PartesTransporte: ParteTransporte

@ http://www.sat.gob.mx/CartaPorte30 < http://www.sat.gob.mx/CartaPorte20
CartaPorte: Version IdCCP TranspInternac RegimenAduanero? EntradaSalidaMerc? PaisOrigenDestino? ViaEntradaSalida?
   TotalDistRec? RegistroISTMO? UbicacionPoloOrigen? UbicacionPoloDestino? >Ubicaciones >Mercancias
   >FiguraTransporte
Mercancias: PesoBrutoTotal UnidadPeso PesoNetoTotal? NumTotalMercancias CargoPorTasacion?
   LogisticaInversaRecoleccionDevolucion? >Mercancia >Autotransporte >TransporteMaritimo >TransporteAereo
   >TransporteFerroviario
Mercancia: BienesTransp ClaveSTCC? Descripcion Cantidad ClaveUnidad Unidad? Dimensiones? MaterialPeligroso?
   CveMaterialPeligroso? Embalaje? DescripEmbalaje? SectorCOFEPRIS? NombreIngredienteActivo? NomQuimico?
   DenominacionGenericaProd? DenominacionDistintivaProd? Fabricante? FechaCaducidad? LoteMedicamento?
   FormaFarmaceutica? CondicionesEspTransp? RegistroSanitarioFolioAutorizacion? PermisoImportacion? FolioImpoVUCEM?
   NumCAS? RazonSocialEmpImp? NumRegSanPlagCOFEPRIS? DatosFabricante? DatosFormulador? DatosMaquilador?
   UsoAutorizado? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria? UUIDComercioExt? TipoMateria?
   DescripcionMateria? >DocumentacionAduanera >GuiasIdentificacion >CantidadTransporta >DetalleMercancia
DocumentacionAduanera: TipoDocumento NumPedimento? IdentDocAduanero? RFCImpo?
IdentificacionVehicular: ConfigVehicular PesoBrutoVehicular PlacaVM AnioModeloVM
TransporteMaritimo: PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI
   AnioEmbarcacion? NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga Eslora? Manga? Calado? Puntal?
   LineaNaviera? NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? PermisoTempNavegacion?
   Contenedor( TipoContenedor MatriculaContenedor? NumPrecinto? IdCCPRelacionado? PlacaVMCCP? FechaCertificacionCCP?
   ) >RemolquesCCP
RemolquesCCP: >RemolqueCCP
RemolqueCCP: SubTipoRemCCP PlacaCCP
TiposFigura: TipoFigura RFCFigura? NumLicencia? NombreFigura NumRegIdTribFigura? ResidenciaFiscalFigura?
   >PartesTransporte Domicilio( Calle? NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio?
   Estado Pais CodigoPostal )

@ http://www.sat.gob.mx/CartaPorte31 < http://www.sat.gob.mx/CartaPorte30
CartaPorte: Version IdCCP TranspInternac EntradaSalidaMerc? PaisOrigenDestino? ViaEntradaSalida? TotalDistRec?
   RegistroISTMO? UbicacionPoloOrigen? UbicacionPoloDestino? >RegimenesAduaneros >Ubicaciones >Mercancias
   >FiguraTransporte
RegimenesAduaneros: >RegimenAduaneroCCP
RegimenAduaneroCCP: RegimenAduanero
TransporteMaritimo: PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI
   AnioEmbarcacion? NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga Eslora? Manga? Calado? Puntal?
   LineaNaviera? NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? PermisoTempNavegacion?
   >Contenedor
Contenedor: TipoContenedor MatriculaContenedor? NumPrecinto? IdCCPRelacionado? PlacaVMCCP? FechaCertificacionCCP?
   >RemolquesCCP
`;
