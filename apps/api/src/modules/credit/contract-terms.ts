/** The contract of the client with the lender, as it stands and as it changed. */
import { createHash } from 'node:crypto';
import { changeSchema } from '@anticipa/contract/approvals';
import {
  type AcceptedContract,
  type ContractChange,
  type getContractTerms,
  SHOWN_CONTRACTS,
} from '@anticipa/contract/contract-terms';
import type { ResponseOf } from '@anticipa/contract/route';
import type { ClientWork } from '../../platform/work/work.ts';
import { saleTermsHistory } from './sale-terms.ts';

type Answer = ResponseOf<typeof getContractTerms>;

export async function contractTerms(work: ClientWork): Promise<Answer> {
  const { own, lender } = await saleTermsHistory(work, work.tenant);
  return {
    ...(await contractTexts(work)),
    saleTerms: own.length > 0 ? own : lender,
    changes: await changesOf(work),
    accepted: await acceptedContracts(work),
  };
}

/** The text in force, and the versions before and after it. */
async function contractTexts({ db, at }: ClientWork): Promise<Pick<Answer, 'contract' | 'others'>> {
  const rows = await db
    .selectFrom('terms_versions')
    .select(['version', 'body', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  const current = rows.find(({ published_at: from }) => from <= at);
  const stated = (row: (typeof rows)[number]) => ({ version: row.version, from: row.published_at.toISOString() });
  return {
    contract: current
      ? { ...stated(current), hash: createHash('sha256').update(current.body).digest('hex'), body: current.body }
      : null,
    others: rows.filter((row) => row !== current).map(stated),
  };
}

const accountOf = ({ bank, clabe }: { readonly bank: string; readonly clabe: string }) => ({
  bank,
  ending: clabe.slice(-4),
});

/** Approved changes of the client's lines and accounts, the newest first. */
async function changesOf({ db, tenant }: ClientWork): Promise<ContractChange[]> {
  const rows = await db
    .selectFrom('approvals')
    .select(['change', 'decided_at'])
    .where('client_id', '=', tenant)
    .where('state', '=', 'approved')
    .where('kind', 'in', ['credit-line', 'bank-account'])
    .orderBy('decided_at', 'desc')
    .limit(SHOWN_CONTRACTS)
    .execute();
  return rows.flatMap((row): ContractChange[] => {
    const change = changeSchema.parse(row.change);
    if (row.decided_at === null) return [];
    const at = row.decided_at.toISOString();
    if (change.kind === 'credit-line') {
      const { product, currency } = change.about;
      return [{ kind: 'credit-line', at, product, currency, before: change.before, after: change.proposed }];
    }
    if (change.kind !== 'bank-account') return [];
    const { product, currency } = change.about;
    const before = change.before && accountOf(change.before);
    return [{ kind: 'bank-account', at, product, currency, before, after: accountOf(change.proposed) }];
  });
}

async function acceptedContracts({ db, tenant }: ClientWork): Promise<AcceptedContract[]> {
  const rows = await db
    .selectFrom('sales')
    .leftJoin('constancias', (join) =>
      join
        .onRef('constancias.client_id', '=', 'sales.client_id')
        .onRef('constancias.terms_hash', '=', 'sales.terms_hash'),
    )
    .select(['number_of_sale', 'sales.requested_at', 'terms_version', 'sales.terms_hash', 'issued_at'])
    .where('sales.client_id', '=', tenant)
    .where('sales.requested_at', 'is not', null)
    .where('sales.terms_hash', 'is not', null)
    .orderBy('number_of_sale', 'desc')
    .limit(SHOWN_CONTRACTS)
    .execute();
  return rows.flatMap(({ requested_at: at, terms_version: version, terms_hash: hash, ...row }) =>
    at === null || version === null || hash === null
      ? []
      : [
          {
            numberOfSale: row.number_of_sale,
            acceptedAt: at.toISOString(),
            version,
            hash,
            certifiedAt: row.issued_at?.toISOString() ?? null,
          },
        ],
  );
}
