import { describe, expect, it } from 'vitest';
import { dmarcNames, dmarcOf, isPublicMailbox, spfOf } from './sender.ts';

describe('[MAR-11] the sender of mails', () => {
  it.each([
    'avisos@gmail.com',
    'avisos@Gmail.com',
    'a@outlook.com',
    'a@outlook.es',
    'a@hotmail.com',
    'a@yahoo.com.mx',
    'a@yahoo.co.uk',
    'a@icloud.com',
    'a@live.com.mx',
    'a@prodigy.net.mx',
  ])('%s is of a public provider', (address) => expect(isPublicMailbox(address)).toBe(true));

  it.each(['a@aurora.example', 'a@gmail.com.aurora.mx', 'a@migmail.com', 'a@yahoo.aurora.mx', 'a@outlook.finance'])(
    '%s is of a domain of its own',
    (address) => expect(isPublicMailbox(address)).toBe(false),
  );

  it.each([
    [[], 'missing', null],
    [['google-site-verification=1', 'v=spf10 all'], 'missing', null],
    [['otro', 'v=spf1 include:correo.example -all'], 'found', 'v=spf1 include:correo.example -all'],
    [['v=spf1 -all', 'v=spf1 ~all'], 'several', 'v=spf1 -all'],
    [null, 'unknown', null],
  ] as const)('SPF of %j is %s', (texts, state, record) => expect(spfOf(texts)).toEqual({ state, record }));

  it('DMARC is of the domain or of one above it', () => {
    expect(dmarcOf(['v=DMARC1; p=reject'])).toEqual({ state: 'found', record: 'v=DMARC1; p=reject' });
    expect(dmarcOf(['v=spf1 -all'])).toEqual({ state: 'missing', record: null });
    expect(dmarcNames('avisos.aurora.mx')).toEqual(['_dmarc.avisos.aurora.mx', '_dmarc.aurora.mx']);
  });
});
