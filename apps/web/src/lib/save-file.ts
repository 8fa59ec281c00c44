/** Hands bytes to the browser's download. For files that need the bearer token and so cannot be a plain link. */
export function saveFile({ blob, name }: { readonly blob: Blob; readonly name: string }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference once it has started; a busy machine may take seconds to start it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
