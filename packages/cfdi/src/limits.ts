/** What one file may cost: the caps of the reader, next to nothing that a real invoice comes near. */

/** 1.5 MB, the portal's limit for one file, counted in bytes before decoding. */
export const MAX_FILE_BYTES = 1_572_864;
/** Nesting; the parser's namespace look-up is quadratic in it. */
export const MAX_DEPTH = 64;
export const MAX_ELEMENTS = 20_000;
/** Attributes of one element, namespace declarations included. */
export const MAX_ATTRIBUTES = 200;
/** Characters of an original string. The rules can repeat nested fields; an honest string is shorter than its file. */
export const MAX_ORIGINAL_STRING = 4 * MAX_FILE_BYTES;
/** Elements visited while writing an original string. */
export const MAX_VISITS = 2_000_000;
