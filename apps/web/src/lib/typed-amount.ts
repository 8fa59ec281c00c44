/** A typed amount in the wire's form, "3000000.00"; null if it is none, or has more digits than the contract's limits. */
export function amountTyped(text: string): string | null {
  const bare = text.replace(/[\s,$]/g, '');
  const [, whole, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(bare) ?? [];
  return whole === undefined ? null : `${whole}.${cents.padEnd(2, '0')}`;
}
