/** The text of a file in UTF-8 or windows-1252. Text of windows-1252 with letters outside ASCII is practically never valid UTF-8. */
export function textOfFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
