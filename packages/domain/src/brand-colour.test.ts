import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AA, colourProblem, contrast, paletteOf, surfaces } from './brand-colour.ts';

const aColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('[MAR-02] the colours of the brand', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#1d4b8f', '#ffffff', 8.52],
    ['#777777', '#ffffff', 4.48],
    ['#ffffff', '#ffffff', 1],
  ])('the contrast of %s and %s is %f', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  });

  it.each([
    ['#1d4b8f', 'light', null],
    ['#0b6e4f', 'light', null],
    ['#777777', 'light', 3.9],
    ['#ffd400', 'light', 1.2],
    ['#ffd400', 'dark', null],
    ['#1d4b8f', 'dark', 1.8],
  ] as const)('%s in the %s theme has the contrast %s if it cannot be read', (colour, theme, ratio) => {
    const problem = colourProblem(colour, theme);
    expect(problem && Number(problem.ratio.toFixed(1))).toBe(ratio);
  });

  it('offers the nearest colour of the same hue, which can be read', () => {
    expect(colourProblem('#ffd400', 'light')?.nearest).toBe('#826b05');
    fc.assert(
      fc.property(aColour, fc.constantFrom('light', 'dark'), (colour, theme) => {
        const offered = colourProblem(colour, theme)?.nearest ?? colour;
        return colourProblem(offered, theme) === null;
      }),
    );
  });

  it('derives a palette on which every text can be read, in both themes', () => {
    const readable = (one: string, other: string): void => expect(contrast(one, other)).toBeGreaterThanOrEqual(AA);
    fc.assert(
      fc.property(aColour, fc.option(aColour), (typed, typedDark) => {
        const colour = colourProblem(typed, 'light')?.nearest ?? typed;
        const darkColour = typedDark && (colourProblem(typedDark, 'dark')?.nearest ?? typedDark);
        const { light, dark } = paletteOf(colour, darkColour);
        for (const shades of [light, dark])
          for (const fill of [shades.brand, shades.brandHover]) readable(fill, '#ffffff');
        for (const surface of [surfaces.light.base, surfaces.light.darkest, light.selected])
          readable(light.brandText, surface);
        for (const surface of [surfaces.dark.base, surfaces.dark.lightest, dark.selected])
          readable(dark.brandText, surface);
        readable(surfaces.light.text, light.selected);
        readable(surfaces.dark.text, dark.selected);
        expect([light.brand, dark.brandText]).toEqual([colour, darkColour ?? dark.brandText]);
      }),
    );
  });
});
