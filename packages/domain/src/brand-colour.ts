/**
 * The colours of the lender's brand. A colour is typed once; what buttons, links and tinted surfaces have in the light and
 * in the dark theme is derived from it, and each text on them can be read (WCAG 2.2, AA).
 */

/** The contrast that texts of the usual size need. */
export const AA = 4.5;

/** Surfaces of the portal on which links stand, the one with the least contrast first (tokens.css). */
export const surfaces = {
  light: { darkest: '#f1efeb', base: '#ffffff', text: '#1c1d1f' },
  dark: { lightest: '#22262b', base: '#1a1d21', text: '#eceae6' },
} as const;
export type Theme = keyof typeof surfaces;

/** A colour as `#rrggbb`, in lower case. */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/.test(text);

type Triple = readonly [number, number, number];

const channelsOf = (colour: string): Triple => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

const hexOf = (channels: Triple): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const gamma = (light: number): number =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

const luminance = (colour: string): number => {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** Contrast of two colours, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Part `share` of `over` on `under`. */
const mixed = (over: string, under: string, share: number): string => {
  const [below, above] = [channelsOf(under), channelsOf(over)];
  const at = (place: 0 | 1 | 2): number => below[place] + (above[place] - below[place]) * share;
  return hexOf([at(0), at(1), at(2)]);
};

/** The colour in OKLab, in which equal steps of lightness look equal and the hue stays. */
const labOf = (colour: string): Triple => {
  const channels = channelsOf(colour);
  const [red, green, blue] = [linear(channels[0]), linear(channels[1]), linear(channels[2])];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
};

/** Light of the channels; outside of 0 to 1 there is no such colour. */
const lightOf = ([lightness, a, b]: Triple): Triple => {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
};

/** The same hue at another lightness, from 0 to 1, as colourful as a screen can show it up to the colour itself. */
const atLightness = (colour: string, lightness: number): string => {
  const [, a, b] = labOf(colour);
  for (let share = 1; share > 0; share -= 0.02) {
    const light = lightOf([lightness, a * share, b * share]);
    if (light.every((channel) => channel >= -0.0005 && channel <= 1.0005))
      return hexOf([gamma(light[0]), gamma(light[1]), gamma(light[2])]);
  }
  const grey = gamma(Math.min(1, Math.max(0, lightness)) ** 3);
  return hexOf([grey, grey, grey]);
};

const STEP = 0.005;

/** The colour nearest in lightness that `isGood`, going one way; the end of the way always is. */
const nearest = (colour: string, way: 'darker' | 'lighter', isGood: (colour: string) => boolean): string => {
  if (isGood(colour)) return colour;
  const [start] = labOf(colour);
  const step = way === 'darker' ? -STEP : STEP;
  for (let lightness = start + step; lightness > 0 && lightness < 1; lightness += step) {
    const tried = atLightness(colour, lightness);
    if (isGood(tried)) return tried;
  }
  return way === 'darker' ? '#000000' : '#ffffff';
};

const WHITE = '#ffffff';
/** In the light theme a colour carries white texts, and is that of links. */
const isGoodInLight = (colour: string): boolean =>
  contrast(colour, WHITE) >= AA && contrast(colour, surfaces.light.darkest) >= AA;
/** In the dark theme it is that of links. */
const isGoodInDark = (colour: string): boolean => contrast(colour, surfaces.dark.lightest) >= AA;

export interface ColourProblem {
  /** Contrast with the surface on which it can be read least. */
  readonly ratio: number;
  /** The nearest colour of the same hue that can be read. */
  readonly nearest: string;
}

/** Why a colour cannot be that of a theme; null if it can. */
export function colourProblem(colour: string, theme: Theme): ColourProblem | null {
  const isGood = theme === 'light' ? isGoodInLight : isGoodInDark;
  if (isGood(colour)) return null;
  const against = theme === 'light' ? surfaces.light.darkest : surfaces.dark.lightest;
  return {
    ratio: contrast(colour, against),
    nearest: nearest(colour, theme === 'light' ? 'darker' : 'lighter', isGood),
  };
}

/** Colours of one theme, by their tokens. */
export interface Shades {
  readonly brand: string;
  readonly brandHover: string;
  readonly brandText: string;
  readonly selected: string;
}

/** As much tint as leaves texts and links on it readable. */
const tinted = (tint: string, theme: Theme, most: number): string => {
  const { base, text } = surfaces[theme];
  for (let share = most; share > 0.01; share *= 0.8) {
    const surface = mixed(tint, base, share);
    if (contrast(surface, tint) >= AA && contrast(surface, text) >= AA) return surface;
  }
  return base;
};

/** The shades of a colour that has no problem; without one of its own, the dark theme's is derived. */
export function paletteOf(colour: string, darkColour: string | null): Readonly<Record<Theme, Shades>> {
  const [lightness] = labOf(colour);
  const ofDark = darkColour ?? nearest(atLightness(colour, Math.max(lightness, 0.77)), 'lighter', isGoodInDark);
  // A button is as light as its white text permits, so that it stands out from the dark page.
  const fill = nearest(
    atLightness(ofDark, Math.min(0.62, labOf(ofDark)[0])),
    'darker',
    (one) => contrast(one, WHITE) >= AA,
  );
  return {
    light: {
      brand: colour,
      brandHover: atLightness(colour, Math.max(0, lightness - 0.06)),
      brandText: colour,
      selected: tinted(colour, 'light', 0.1),
    },
    dark: {
      brand: fill,
      brandHover: atLightness(fill, labOf(fill)[0] - 0.05),
      brandText: ofDark,
      selected: tinted(ofDark, 'dark', 0.14),
    },
  };
}
