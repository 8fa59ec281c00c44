/** Resource limits of the reader, far above any real invoice. */

/** 1.5 MB in bytes, before decoding. */
export const MAX_FILE_BYTES = 1_572_864;
/** The parser's namespace look-up is quadratic in the depth. */
export const MAX_DEPTH = 64;
export const MAX_ELEMENTS = 20_000;
/** Per element, including namespace declarations. */
export const MAX_ATTRIBUTES = 200;
/** Characters of an attribute of the tax authority's namespaces; seals and certificates, the longest, have some thousand. */
export const MAX_ATTRIBUTE = 10_000;
/** The same before white space is collapsed: older systems pad their fields. In UTF-16 units. */
export const MAX_RAW_ATTRIBUTE = 100_000;
/** Characters that the CFDI standard allows in its own attributes, where fewer. */
export const STANDARD_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['Serie', 25],
  ['Folio', 40],
  ['CondicionesDePago', 1000],
  ['Nombre', 300],
  ['Descripcion', 1000],
  ['NoIdentificacion', 100],
  ['Unidad', 20],
]);
/** Characters. The rules can repeat nested fields; a legitimate string is shorter than its file. */
export const MAX_ORIGINAL_STRING = 4 * MAX_FILE_BYTES;
/** Elements visited while writing one original string. */
export const MAX_VISITS = 2_000_000;
