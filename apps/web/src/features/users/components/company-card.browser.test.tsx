import { expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CompanyCard } from './company-card.tsx';

const RFC = 'CNA010101AAA';

/** The rectangles of each drawing: person, person with a briefcase, building of two parts. */
it.each([
  ['PF', 'Persona Física', 0],
  ['PFAE', 'Persona Física con Actividad Empresarial', 1],
  ['PM', 'Persona Moral', 2],
] as const)('[PER-01] the company card of the regime %s', async (taxRegime, words, rectangles) => {
  const screen = await renderScreen(
    <CompanyCard entityName="Comercial Ñandú" rfc={RFC} taxRegime={taxRegime} action={null} />,
  );
  const card = screen.getByRole('region', { name: 'Comercial Ñandú' });
  await expect.element(card).toBeVisible();
  expect(
    card
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([RFC, words]);
  expect(card.element().querySelectorAll('svg rect')).toHaveLength(rectangles);
  expect(card.element().querySelectorAll('svg circle').length).toBeGreaterThan(0);
});
