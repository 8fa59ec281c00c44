import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Facts } from './facts.tsx';
import { Notice } from './feedback/notice.tsx';
import { CellPair } from './table/cell-pair.tsx';

const at = '21-nov-2026 7:39 am';
const amount = '− MXN 1,116,000.00';

/** Lines over which the text is spread, wherever it is in the element. */
function linesOf(element: Element, text: string): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const start = node.textContent?.indexOf(text) ?? -1;
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + text.length);
    // A text that is cut off with an ellipsis has two rectangles on its line.
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  }
  throw new Error(`${text} is in several pieces`);
}

it('[DIN-114] no line ends within an amount or an instant, whose text is copied as it is', async () => {
  const sentence = `Pidió Ana Ríos ${amount} el ${at}.`;
  const screen = await renderScreen(
    <div data-testid="narrow" style={{ width: '4rem' }}>
      <Facts facts={[['Desde', sentence]]} />
      <Notice tone="info" title={sentence}>
        Antes del {at}, {amount}.
      </Notice>
      <CellPair note={sentence}>{sentence}</CellPair>
    </div>,
  );
  const narrow = screen.getByTestId('narrow').element();
  expect(narrow.querySelector('dd')?.textContent).toBe(sentence);
  const parts = [...narrow.children];
  expect(parts.map((part) => [linesOf(part, amount), linesOf(part, at)])).toEqual(parts.map(() => [1, 1]));
});
