import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const facturama = { FACTURAMA_USER: 'anticipa', FACTURAMA_PASSWORD: 'secret' };
const sw = {
  SW_USER: 'anticipa',
  SW_PASSWORD: 'secret',
  CSD_CERTIFICATE_FILE: '/srv/csd.cer',
  CSD_KEY_FILE: '/srv/csd.key',
  CSD_PASSWORD: 'secret',
};

describe('a rehearsal', () => {
  const local = {
    NODE_ENV: 'production',
    SECOND_FACTOR_KEY: 'k'.repeat(32),
    BASE_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://localhost:25',
    REHEARSAL_TRUST_DIR: '/srv/test-authority',
    ...Object.fromEntries(
      ['TAX_STATUS_URL', 'TAXPAYER_LIST_URL', 'SYNTAGE_URL', 'CEP_URL', 'MIFIEL_URL'].map((name) => [
        name,
        'http://127.0.0.1:4000/x',
      ]),
    ),
  };

  it('a rehearsal of a production trusts a test authority', () => {
    expect(readConfig(local)).toMatchObject({ production: true, rehearsalTrustDir: '/srv/test-authority' });
    expect(() => readConfig({ ...local, NODE_ENV: 'development' })).toThrow('for a rehearsal of a production');
    const push = { PUSH_URL: 'http://127.0.0.1:4000' };
    expect(readConfig({ ...local, ...push })).toMatchObject({ pushUrl: push.PUSH_URL });
    const { REHEARSAL_TRUST_DIR: _, ...others } = local;
    expect(() => readConfig({ ...others, BASE_URL: 'https://portal.example', SMTP_URL: 'smtps://m', ...push })).toThrow(
      'PUSH_URL is for a rehearsal',
    );
  });

  // Without a setting, the public service of a production.
  it.each([
    { TAX_STATUS_URL: undefined },
    { TAXPAYER_LIST_URL: undefined },
    { SYNTAGE_URL: undefined },
    { CEP_URL: undefined },
    { MIFIEL_URL: undefined },
    { BASE_URL: 'https://portal.example' },
    { SMTP_URL: 'smtps://mail.example' },
    { ...facturama },
    { ...facturama, FACTURAMA_URL: 'https://api.facturama.mx' },
    { ...sw },
    { STP_COMPANY: 'ANTICIPA', STP_CLABE: '646180110400000007', STP_KEY_FILE: '/srv/stp.pem' },
    { S3_URL: 'https://host/bucket/', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
    { SENTRY_DSN: 'https://key@errors.example/7' },
    { RISK_URL: 'https://risk.example/v1', RISK_TOKEN: 'token-of-the-risk-service' },
    { TAX_STATUS_URL: 'https://localhost.example/x' },
  ])('is refused if something is elsewhere: %o', (variables) => {
    expect(() => readConfig({ ...local, ...variables })).toThrow(
      'REHEARSAL_TRUST_DIR needs everything on this machine',
    );
  });
});
