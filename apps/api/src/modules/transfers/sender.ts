import type { WideWork } from '../../platform/work/work.ts';

/** The bank does not name the RFC of a sender; its other clients send these letters in its place. */
const NO_RFC = 'ND';

/** The account from which money of unknown purpose came; undefined if the bank did not name it or its holder, or the money was typed. */
export async function senderOf(
  { db }: WideWork,
  { trackingKey, amount }: { readonly trackingKey: string; readonly amount: string },
): Promise<{ readonly clabe: string; readonly name: string; readonly rfc: string } | undefined> {
  const row = await db
    .selectFrom('received_transfers')
    .select(['sender_account as clabe', 'sender_name as name'])
    .where('tracking_key', '=', trackingKey)
    .where('amount', '=', amount)
    .where('state', '=', 'unidentified')
    .executeTakeFirst();
  return row?.clabe && row.name !== '' ? { clabe: row.clabe, name: row.name, rfc: NO_RFC } : undefined;
}
