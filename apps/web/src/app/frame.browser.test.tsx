import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { brand } from '../lib/brand.ts';
import { paths } from '../lib/paths.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { Frame } from './frame.tsx';

const { name } = brand;
afterEach(async () => {
  Reflect.set(brand, 'name', name);
  await page.viewport(1280, 800);
});

it('a long address on a phone stays beside the name of the lender, however long that is', async () => {
  await page.viewport(390, 844);
  await signInAs(aUser());
  const email = 'contabilidad@financiera.example';
  for (const lender of ['Aurora', 'Crédito Aurora', 'Crédito Aurora de Occidente']) {
    Reflect.set(brand, 'name', lender);
    const screen = await renderScreen(
      <Frame home={paths.home} menu={null} whose={email} shortcuts={[]} onSearch={() => {}} bars={null} />,
    );
    await expect.element(screen.getByRole('button', { name: /^Apariencia/ })).toBeInViewport({ ratio: 1 });
    const end = screen.getByText(lender, { exact: true }).element().getBoundingClientRect().right;
    expect(end).toBeLessThanOrEqual(screen.getByTitle(email).element().getBoundingClientRect().left);
    expect(document.documentElement.scrollWidth).toBe(390);
    await screen.unmount();
  }
});
