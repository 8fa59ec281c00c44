import type { ComponentProps } from 'react';
import type { RenderResult } from 'vitest-browser-react/pure';
import { InvoiceTiles } from '../features/sales/tiles-screen.tsx';
import { renderScreen } from './render-screen.tsx';

/** Renders the open invoices on their own, where a sale starts. */
export const renderTiles = (over: Partial<ComponentProps<typeof InvoiceTiles>> = {}): Promise<RenderResult> =>
  renderScreen(
    <InvoiceTiles
      tab="mine"
      onTab={() => {}}
      above={({ obstacles, sell }) => (
        <>
          {obstacles}
          {sell}
        </>
      )}
      isWaiting={false}
      search={{}}
      onSearch={() => {}}
      upload={null}
      invalidFiles={null}
      onFollow={() => {}}
      {...over}
    />,
  );
