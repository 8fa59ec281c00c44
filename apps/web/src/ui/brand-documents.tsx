import { previewBrand } from '@anticipa/contract/brand';
import type { SentBodyOf } from '@anticipa/contract/route';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, newUuid } from '../lib/api-client.ts';
import { causeText } from '../lib/failure-text.ts';
import { pdfOf, saveFile } from '../lib/save-file.ts';
import css from './brand-preview.module.css';
import { Button } from './button.tsx';
import { ButtonRow } from './button-row.tsx';
import { Notice } from './feedback/notice.tsx';

type Proposed = SentBodyOf<typeof previewBrand>['proposed'];

const texts = {
  show: 'Ver el correo y el PDF reales',
  again: 'Ver con los cambios',
  pdf: 'Descargar el PDF',
  mail: 'Correo con la marca propuesta',
  failed: 'No se pudo hacer la muestra',
  from: (from: string, subject: string) => `De: ${from} · ${subject}`,
};

/** [MAR-10] A mail and a document that the server makes with the brand as it is proposed. */
export function BrandDocuments({ brand }: { brand: Proposed }) {
  const making = useMutation({
    mutationFn: (proposed: Proposed) => call(previewBrand, { body: { proposed }, idempotencyKey: newUuid() }),
  });
  const { data, error } = making;
  const isOutdated = JSON.stringify(making.variables) !== JSON.stringify(brand);
  return (
    <>
      <ButtonRow>
        {data && !isOutdated ? null : (
          <Button icon="eye" busy={making.isPending} onClick={() => making.mutate(brand)}>
            {data ? texts.again : texts.show}
          </Button>
        )}
        {data && !isOutdated ? (
          <Button icon="download" onClick={() => saveFile(pdfOf(data))}>
            {texts.pdf}
          </Button>
        ) : null}
      </ButtonRow>
      {error && !isOutdated ? (
        <Notice tone="bad" title={texts.failed}>
          {causeText(error)}
        </Notice>
      ) : null}
      {data && !isOutdated ? (
        <section aria-label={texts.mail}>
          <p className="quiet">{texts.from(data.mail.from, data.mail.subject)}</p>
          <ShownMail html={data.mail.html} />
        </section>
      ) : null}
    </>
  );
}

/**
 * A mail inside the page, whose styles stay apart. The policy of the page permits no styles in the text of a document, so they are
 * set by the program; a mail has no scripts, and its links lead nowhere here.
 */
function ShownMail({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const read = new DOMParser().parseFromString(html, 'text/html');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync((read.querySelector('style')?.textContent ?? '').replaceAll(/\bbody\b/g, '.body'));
    root.adoptedStyleSheets = [sheet];
    const body = document.createElement('div');
    body.className = 'body';
    for (const link of read.querySelectorAll('a')) link.removeAttribute('href');
    const styles = [...read.body.querySelectorAll<HTMLElement>('[style]')].map((element) => {
      const style = element.getAttribute('style') ?? '';
      element.removeAttribute('style');
      return { element, style };
    });
    body.append(...read.body.childNodes);
    root.replaceChildren(body);
    for (const { element, style } of styles) element.style.cssText = style;
  }, [html]);
  return <div ref={host} className={css.shown} />;
}
