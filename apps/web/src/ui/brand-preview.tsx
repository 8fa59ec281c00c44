import { colourProblem, isColour, paletteOf, type Theme } from '@anticipa/domain/brand-colour';
import { isWide } from '@anticipa/domain/logo';
import { supportLines } from '@anticipa/texts/support';
import { type CSSProperties, useState } from 'react';
import css from './brand-preview.module.css';

export interface PreviewedBrand {
  readonly name: string;
  readonly legalName: string;
  readonly colour: string;
  readonly darkColour: string | null;
  /** Id of the logo. */
  readonly logo: string | null;
  readonly supportPhone: string | null;
  readonly supportWhatsApp: string | null;
  readonly supportEmail: string | null;
  readonly senderAddress: string | null;
}

const texts = {
  light: 'Modo claro',
  dark: 'Modo oscuro',
  portal: 'Portal',
  mail: 'Correo',
  pdf: 'PDF',
  link: 'Ver mis facturas',
  selected: 'Facturas elegidas',
  button: 'Vender',
  heading: 'Tu venta está en revisión',
  open: 'Abrir el portal',
  document: 'Estado de cuenta',
  from: (name: string, address: string) => `De: ${name} <${address}>`,
  because: (name: string) => `Recibes este correo porque tienes un usuario en el portal de ${name}.`,
};

/** The page's own colours (tokens.css): the other theme than that of the screen is shown too. */
const pages = {
  light: {
    '--page': '#f7f6f3',
    '--surface': '#ffffff',
    '--text': '#1c1d1f',
    '--text-quiet': '#5d5b57',
    '--line': '#e3e0da',
    '--plate': 'transparent',
  },
  dark: {
    '--page': '#121417',
    '--surface': '#1a1d21',
    '--text': '#eceae6',
    '--text-quiet': '#a9a7a2',
    '--line': '#2c3137',
    '--plate': '#e9e6e0',
  },
} as const;

/** The logo beside the name, or alone if it is wide. */
function Head({ name, logo }: { name: string; logo: string | null }) {
  const [size, setSize] = useState({ width: 1, height: 1 });
  return (
    <span className={css.head}>
      {logo === null ? null : (
        <img
          src={`/brand/${logo}`}
          height={28}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
      )}
      {logo !== null && isWide(size) ? null : <strong>{name}</strong>}
    </span>
  );
}

/** A brand as clients will see it: the portal and a mail in both themes, and a PDF. Colours that cannot be read show the nearest. */
export function BrandPreview({ brand }: { brand: PreviewedBrand }) {
  const readable = (colour: string, theme: Theme): string => colourProblem(colour, theme)?.nearest ?? colour;
  const colour = readable(isColour(brand.colour) ? brand.colour : '#3d4450', 'light');
  const darkColour = brand.darkColour && isColour(brand.darkColour) ? readable(brand.darkColour, 'dark') : null;
  const palette = paletteOf(colour, darkColour);
  const styleOf = (theme: Theme): CSSProperties & Readonly<Record<`--${string}`, string>> => ({
    ...pages[theme],
    colorScheme: theme,
    '--brand': palette[theme].brand,
    '--brand-text': palette[theme].brandText,
    '--surface-selected': palette[theme].selected,
  });
  const { name, legalName, logo, senderAddress } = brand;
  return (
    <div className={css.previews}>
      {(['light', 'dark'] as const).map((theme) => (
        <fieldset key={theme} className={css.theme} style={styleOf(theme)} aria-label={texts[theme]}>
          <p className={css.label}>{`${texts.portal} · ${texts[theme]}`}</p>
          <div className={css.portal}>
            <Head name={name} logo={logo} />
            <span className={css.link}>{texts.link}</span>
            <span className={css.selected}>{texts.selected}</span>
            <span className={css.button}>{texts.button}</span>
          </div>
          <p className={css.label}>{`${texts.mail} · ${texts[theme]}`}</p>
          <div className={css.mail}>
            {senderAddress ? <span className={css.quiet}>{texts.from(name, senderAddress)}</span> : null}
            <Head name={name} logo={logo} />
            <strong>{texts.heading}</strong>
            <span className={css.button} style={{ background: colour }}>
              {texts.open}
            </span>
            <span className={css.quiet}>{texts.because(name)}</span>
            <span className={css.quiet}>{[...supportLines(brand), legalName].filter(Boolean).join(' · ')}</span>
          </div>
        </fieldset>
      ))}
      <fieldset className={css.theme} style={styleOf('light')} aria-label={texts.pdf}>
        <p className={css.label}>{texts.pdf}</p>
        <div className={css.pdf}>
          <div className={css.rule} style={{ borderColor: colour, color: colour }}>
            <Head name={name} logo={logo} />
            <span className={css.quiet}>{texts.document}</span>
          </div>
        </div>
      </fieldset>
    </div>
  );
}
