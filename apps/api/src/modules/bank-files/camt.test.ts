import { describe, expect, it } from 'vitest';
import { readCamt } from './camt.ts';

const account = { number: '012180001234567891', currency: 'MXN' } as const;

interface Entry {
  readonly amount?: string;
  readonly currency?: string;
  readonly side?: 'CRDT' | 'DBIT';
  readonly status?: string;
  readonly day?: string;
  readonly more?: string;
}
const entry = ({
  amount = '116000.00',
  currency = 'MXN',
  side = 'CRDT',
  status = 'BOOK',
  day = '2026-03-10',
  more = '',
}: Entry) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${more}</Ntry>`;
const balance = (kind: string, amount: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-03-10</Dt></Dt></Bal>`;
const statement = (content: string, number: string = account.number) =>
  `<Stmt><Id>1</Id><Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>MXN</Ccy></Acct>${content}</Stmt>`;
const file = (content: string, version = '02') =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr>${content}</BkToCstmrStmt></Document>`;
const details = (of: string) => `<NtryDtls>${of}</NtryDtls>`;
const read = (text: string) => {
  const found = readCamt(text, account);
  if (typeof found === 'string') throw new Error(found);
  return found;
};
const moved = (text: string) => read(text).lines.map(({ cents, reference, text: said }) => [cents, reference, said]);

describe('[DIN-34] statements in camt.053', () => {
  it('each booked entry is a movement with its texts, between the stated balances', () => {
    const refs =
      '<Refs><EndToEndId>NOTPROVIDED</EndToEndId><AcctSvcrRef>BANK7</AcctSvcrRef><ClrSysRef>085901ABC</ClrSysRef></Refs>';
    const paid = `<TxDtls>${refs}<RltdPties><Dbtr><Nm>ACEROS ÑANDÚ</Nm></Dbtr></RltdPties><RmtInf><Ustrd>FACTURA 7</Ustrd></RmtInf></TxDtls>`;
    const found = read(
      file(
        statement(
          balance('OPBD', '1000.00') +
            entry({ more: details(paid) }) +
            entry({ amount: '5.8', side: 'DBIT', more: '<AddtlNtryInf>COMISION</AddtlNtryInf>' }) +
            balance('CLBD', '116994.20'),
        ),
      ),
    );
    expect(found).toEqual({
      lines: [
        {
          row: 1,
          date: '2026-03-10',
          cents: 11_600_000n,
          trackingKey: '085901ABC',
          reference: 'BANK7',
          text: 'ACEROS ÑANDÚ FACTURA 7',
          balance: null,
        },
        { row: 2, date: '2026-03-10', cents: -580n, trackingKey: '', reference: '', text: 'COMISION', balance: null },
      ],
      unread: [],
      stated: { opening: 100_000n, closing: 11_699_420n, adds: true },
    });
  });

  it('version 8 names the status and the party in other places, and a namespace may have a prefix', () => {
    const paid =
      '<TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>UNO</Nm></Pty></Dbtr></RltdPties></TxDtls>';
    const text = file(
      statement(entry({ more: details(paid) }).replace('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')),
      '08',
    );
    const prefixed = text.replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2').replace('<n:Document xmlns=', '<n:Document xmlns:n=');
    for (const each of [text, prefixed]) expect(moved(each)).toEqual([[11_600_000n, 'E1', 'UNO']]);
  });

  it('a batch is its transactions if their amounts add up to it, and otherwise one movement', () => {
    const part = (amount: string, name: string) =>
      `<TxDtls><Refs><EndToEndId>${name}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="MXN">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`;
    const batch = (second: string) =>
      details(`<Btch><NbOfTxs>2</NbOfTxs></Btch>${part('100000.00', 'A')}${part(second, 'B')}`);
    expect(moved(file(statement(entry({ more: batch('16000.00') }))))).toEqual([
      [10_000_000n, 'A', ''],
      [1_600_000n, 'B', ''],
    ]);
    expect(moved(file(statement(entry({ more: batch('15999.00') }))))).toEqual([[11_600_000n, '', '']]);
  });

  it('entries that are no movement of the account are unread rows', () => {
    const text = file(
      statement(
        entry({ status: 'PDNG' }) +
          entry({ currency: 'USD' }) +
          entry({ amount: '1.005' }) +
          entry({ day: '2026-02-29' }) +
          entry({}),
      ) + statement(entry({ amount: '1.00' }), '999999999999999999'),
    );
    expect(read(text).unread.map(({ row, problem }) => [row, problem])).toEqual([
      [1, 'pending'],
      [2, 'amount'],
      [3, 'amount'],
      [4, 'date'],
      [6, 'account'],
    ]);
    expect(moved(text)).toHaveLength(1);
  });

  it('a reversal of an earlier entry is marked, on the side where it moves money', () => {
    const [back] = read(file(statement(entry({ side: 'DBIT', more: '<RvslInd>true</RvslInd>' })))).lines;
    expect(back).toMatchObject({ cents: -11_600_000n, isReversal: true });
  });

  it('several statements add up, and are found by the account inside a CLABE', () => {
    const days = [
      statement(balance('PRCD', '0.00') + entry({}) + balance('CLBD', '116000.00'), '00012345678'),
      statement(balance('OPBD', '116000.00') + entry({ side: 'DBIT' }) + balance('CLBD', '1.00'), '00012345678'),
    ];
    const found = readCamt(file(days.join('')), { ...account, number: '012180000123456789' });
    expect(found).toMatchObject({ lines: [{}, {}], stated: { opening: 0n, closing: 100n, adds: false } });
  });

  it.each([
    [
      'a billion laughs',
      `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${file(statement(entry({ more: '<AddtlNtryInf>&b;</AddtlNtryInf>' })))}`,
      'xml',
    ],
    ['an entity that nobody declares', file(statement(entry({ more: '<AddtlNtryInf>&b;</AddtlNtryInf>' }))), 'xml'],
    ['half a file', file(statement(entry({}))).slice(0, 400), 'xml'],
    ['another document', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>', 'xml'],
    ['another account', file(statement(entry({}), '123')), 'other'],
    ['too many entries', file(statement('<Ntry/>'.repeat(20_001))), 'long'],
    ['too deep', '<a>'.repeat(1_000_000), 'xml'],
  ])('a file is refused: %s', (_, text, problem) =>
    expect(readCamt(text.replace(/(<!DOCTYPE.*?>)(<\?xml.*?\?>)/s, '$2$1'), account)).toBe(problem),
  );
});
