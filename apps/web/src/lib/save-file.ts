/** The file of an answer that carries it as base64. */
export const blobOf = (base64: string, type: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });

/** A PDF of an answer; the server gives its name. */
export const pdfOf = ({ base64, fileName: name }: { readonly base64: string; readonly fileName: string }) => ({
  blob: blobOf(base64, 'application/pdf'),
  name,
});

/** Downloads bytes as a file, for files that need the bearer token and cannot be plain links. */
export function saveFile({ blob, name }: { readonly blob: Blob; readonly name: string }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download holds its own reference once started, which may take seconds on a busy machine.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
