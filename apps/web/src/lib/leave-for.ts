/** Replaces this document by another one of the portal; never resolves. */
export function leaveFor(address: string): Promise<never> {
  window.location.replace(address);
  return new Promise(() => {});
}
