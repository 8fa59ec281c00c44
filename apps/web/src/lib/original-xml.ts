export interface OriginalXml {
  readonly blob: Blob;
  readonly xml: string;
}

/** A downloaded CFDI with its text. */
export async function originalXml(download: Promise<{ readonly blob: Blob }>): Promise<OriginalXml> {
  const { blob } = await download;
  return { blob, xml: textOf(new Uint8Array(await blob.arrayBuffer())) };
}

/**
 * Text from the first `<` to the last `>`, as the server reads it, in the encoding that the XML declares; UTF-8 by
 * default.
 */
function textOf(bytes: Uint8Array): string {
  const text = decoderOf(bytes).decode(bytes);
  return text.slice(Math.max(0, text.indexOf('<')), text.lastIndexOf('>') + 1 || undefined);
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if (first === 0xfe || first === 0) return new TextDecoder('utf-16be');
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le');
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 512));
  const declared = /encoding=["']([\w-]+)["']/.exec(beginning)?.[1] ?? 'utf-8';
  try {
    // One of UTF-16 that can be read byte by byte is wrong.
    return new TextDecoder(/^utf-16/i.test(declared) ? 'utf-8' : declared);
  } catch {
    return new TextDecoder('utf-8');
  }
}
