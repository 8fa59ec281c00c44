import { formatDecimal } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Line, Lines } from '../../../ui/lines.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { es } from '../es.ts';
import css from '../invoice-sheet.module.css';
import type { PrintedCfdi as Cfdi, PrintedParty } from '../view-model/printed.ts';

const texts = es.printed;

/** Grouped like the other amounts, with the decimals of the file. */
const written = (amount: string): string => (/^-?\d+(\.\d+)?$/.test(amount) ? formatDecimal(amount) : amount);

/** [EST-07] The printed form of the invoice, with its QR code. */
export function PrintedCfdi({ cfdi }: { cfdi: Cfdi }) {
  const money = (amount: string): string => `${cfdi.currency} ${written(amount)}`;
  const totals = [
    [texts.subtotal, cfdi.subtotal],
    [texts.discount, cfdi.discount],
    [texts.transferred, cfdi.transferred],
    [texts.withheld, cfdi.withheld],
  ] as const;
  return (
    <article className={css.paper} aria-label={texts.label}>
      <header className={css.paperHead}>
        <div>
          <strong>
            CFDI {cfdi.version} {cfdi.folio}
          </strong>
          <span className="quiet">
            {cfdi.issuedAt} · {texts.place(cfdi.place)}
          </span>
          <span className="quiet">{cfdi.uuid}</span>
        </div>
        <a href={cfdi.verification} target="_blank" rel="noreferrer" className={css.qr}>
          <QrCode text={cfdi.verification} />
          <span>{texts.verify}</span>
        </a>
      </header>
      <div className={css.pair}>
        <Party title={texts.issuer} party={cfdi.issuer} />
        <Party title={texts.receiver} party={cfdi.receiver} use={cfdi.use} />
      </div>
      <table className={css.concepts}>
        <caption>{texts.concepts}</caption>
        <thead>
          <tr>
            {texts.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cfdi.concepts.map((concept, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other identity and never change
            <tr key={index}>
              <td>
                {written(concept.quantity)} {concept.unit}
              </td>
              <td>{concept.description}</td>
              <td>{money(concept.unitPrice)}</td>
              <td>{money(concept.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Lines hasResult>
        {totals.map(([label, amount]) => (
          <Line key={label} label={label}>
            {amount === null ? null : money(amount)}
          </Line>
        ))}
        <Line label={texts.total}>
          <strong>{money(cfdi.total)}</strong>
        </Line>
      </Lines>
      <Facts
        className={css.seals}
        facts={[
          [texts.stamped, cfdi.stampedAt],
          [texts.certificate, cfdi.certificate],
          [texts.satCertificate, cfdi.satCertificate],
          [texts.seal, cfdi.seal],
          [texts.satSeal, cfdi.satSeal],
        ]}
      />
    </article>
  );
}

function Party({ title, party, use }: { title: string; party: PrintedParty; use?: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p>{party.name}</p>
      <p className="quiet">{party.rfc}</p>
      {party.regime ? (
        <p className="quiet">
          {texts.regime} {party.regime}
        </p>
      ) : null}
      {use ? (
        <p className="quiet">
          {texts.use} {use}
        </p>
      ) : null}
    </section>
  );
}
