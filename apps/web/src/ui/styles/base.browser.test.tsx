import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react/pure';

it.each(['שלום 12', 'شركة ١٢', 'Acme \u202e12'])('[TAB-04] %s leaves the figures beside it in place', async (name) => {
  const { container } = await render(
    <p>
      <strong>{name}</strong> <span>1</span> 878.00
    </p>,
  );
  const leftOf = (node: ChildNode | null | undefined): number => {
    const range = document.createRange();
    if (node) range.selectNodeContents(node);
    return range.getBoundingClientRect().left;
  };
  const { childNodes = [] } = container.querySelector('p') ?? {};
  const [left, ...rest] = [childNodes[0], childNodes[2], childNodes[3]].map(leftOf);
  expect(left).toBeLessThan(rest[0] ?? 0);
  expect(rest[0]).toBeLessThan(rest[1] ?? 0);
});
