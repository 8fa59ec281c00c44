export interface OriginalXml {
  readonly blob: Blob;
  readonly xml: string;
}

/** A downloaded CFDI with its text. */
export async function originalXml(download: Promise<{ readonly blob: Blob }>): Promise<OriginalXml> {
  const { blob } = await download;
  return { blob, xml: textOf(new Uint8Array(await blob.arrayBuffer())) };
}

/** In the encoding that the XML declares; UTF-8 by default. */
function textOf(bytes: Uint8Array): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /encoding=["']([\w-]+)["']/.exec(beginning)?.[1] ?? 'utf-8';
  return new TextDecoder(/^iso-8859-1$/i.test(declared) ? 'latin1' : 'utf-8').decode(bytes);
}
