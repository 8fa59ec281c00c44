import { checkSenderDomain, type DomainRecord, type previewBrand, sendBrandMail } from '@anticipa/contract/brand';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { DOMAIN, domainOf, isPublicMailbox } from '@anticipa/domain/sender';
import { useMutation } from '@tanstack/react-query';
import { call, newUuid } from '../lib/api-client.ts';
import { causeText } from '../lib/failure-text.ts';
import { Button } from './button.tsx';
import { ButtonRow } from './button-row.tsx';
import { Facts } from './facts.tsx';
import { Notice } from './feedback/notice.tsx';

type Proposed = SentBodyOf<typeof previewBrand>['proposed'];

const texts = {
  check: 'Revisar el dominio',
  checking: (domain: string) => `Se revisa ${domain}…`,
  failed: 'No se pudo revisar el dominio',
  title: (domain: string) => `Dominio ${domain}`,
  spf: 'SPF: qué servidores pueden enviar',
  dmarc: 'DMARC: qué se hace con lo que falla',
  /** Beside the record itself. */
  states: {
    found: '',
    missing: 'Falta. Pide a quien administra el dominio que lo agregue.',
    several: 'Hay más de uno, y así no vale ninguno. Debe quedar uno solo.',
    unknown: 'No se pudo comprobar. No impide proponer el cambio.',
  },
  dkim: 'DKIM no se puede leer desde fuera: el correo de prueba dice en su original si la firma vale (dkim=pass).',
  spfNote: 'El registro SPF debe nombrar al servidor de correo del portal.',
  send: 'Enviar un correo de prueba',
  sent: (to: string) => `Se envía a ${to}`,
  sentText:
    'Sale con el remitente y la marca propuestos. Si en unos minutos no llega ni a no deseados, el servidor de correo no lo aceptó; lo dice Sistemas.',
  notSent: 'No se pidió el correo de prueba',
};

const shown = ({ state, record }: DomainRecord): string => [record, texts.states[state]].filter(Boolean).join(' · ');

/** [MAR-13] Whether mails of a proposed sender will arrive: what the DNS says of its domain, and a real mail. */
export function SenderCheck({ brand }: { brand: Proposed }) {
  const domain = domainOf(brand.senderAddress.trim());
  const canAsk = DOMAIN.test(domain) && !isPublicMailbox(domain);
  const checking = useMutation({
    mutationFn: (of: string) => call(checkSenderDomain, { query: { domain: of } }),
  });
  const isChecked = checking.variables === domain;
  const sending = useMutation({
    mutationFn: (proposed: Proposed) => call(sendBrandMail, { body: { proposed }, idempotencyKey: newUuid() }),
  });
  if (!canAsk) return null;
  const isOutdated = JSON.stringify(sending.variables) !== JSON.stringify(brand);
  return (
    <>
      {isChecked ? <Records domain={domain} of={checking} /> : null}
      <ButtonRow>
        {isChecked && !checking.isError ? null : (
          <Button icon="search" onClick={() => checking.mutate(domain)}>
            {texts.check}
          </Button>
        )}
        <Button icon="mail" busy={sending.isPending} onClick={() => sending.mutate(brand)}>
          {texts.send}
        </Button>
      </ButtonRow>
      {sending.data && !isOutdated ? (
        <Notice tone="good" title={texts.sent(sending.data.to)}>
          {texts.sentText}
        </Notice>
      ) : null}
      {sending.error && !isOutdated ? (
        <Notice tone="bad" title={texts.notSent}>
          {causeText(sending.error)}
        </Notice>
      ) : null}
    </>
  );
}

function Records({
  domain,
  of: { data, error },
}: {
  domain: string;
  of: { readonly data: ResponseOf<typeof checkSenderDomain> | undefined; readonly error: Error | null };
}) {
  if (error)
    return (
      <Notice tone="warn" title={texts.failed}>
        {causeText(error)}
      </Notice>
    );
  if (!data) return <p className="quiet">{texts.checking(domain)}</p>;
  const isWrong = [data.spf, data.dmarc].some(({ state }) => state === 'missing' || state === 'several');
  return (
    <Notice tone={isWrong ? 'warn' : 'info'} title={texts.title(domain)}>
      <Facts
        facts={[
          [texts.spf, shown(data.spf)],
          [texts.dmarc, shown(data.dmarc)],
        ]}
      />
      <p className="quiet">{`${texts.spfNote} ${texts.dkim}`}</p>
    </Notice>
  );
}
