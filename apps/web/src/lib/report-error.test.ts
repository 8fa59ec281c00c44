import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiRefusal, ServerUnreachable } from './api-client.ts';
import { componentOf, reportError } from './report-error.ts';

describe('where a fault happened', () => {
  it('names the innermost component', () => {
    expect(
      componentOf('\n    at Tile (http://x/a.js:1:2)\n    at Home (http://x/a.js:3:4)', 'Error: x\n    at f'),
    ).toBe('at Tile (http://x/a.js:1:2)');
  });

  it('falls back to the line of the script, and to nothing', () => {
    expect(componentOf(null, 'Error: x\n    at f (http://x/a.js:1:2)\n    at g')).toBe('at f (http://x/a.js:1:2)');
    expect(componentOf(undefined, undefined)).toBe('');
  });

  it('never exceeds the length limit of the report', () => {
    expect(componentOf(`at ${'x'.repeat(1000)}`, undefined)).toHaveLength(200);
  });
});

describe('a fault of the page', () => {
  const sent: unknown[] = [];
  beforeEach(() => {
    sent.length = 0;
    vi.stubGlobal('window', {
      location: { pathname: '/invoices', href: 'https://portal.example/invoices?buscar=A-1' },
    });
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return Response.json({ status: 'success' });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is reported once, with its place and without the query of the address', () => {
    const fault = new TypeError('x is not a function');
    const id = reportError(fault, '\n    at Tile');
    expect(reportError(fault, '\n    at Tile')).toBe(id);
    expect(reportError(fault, '\n    at Home')).not.toBe(id);
    expect(sent).toEqual([
      { errorId: id, error: 'TypeError: x is not a function', component: 'at Tile', uri: '/invoices' },
      expect.objectContaining({ component: 'at Home' }),
    ]);
  });

  it('a fault that the server has logged or cannot receive is not reported', () => {
    const refusal = new ApiRefusal(500, { code: 'UNEXPECTED', message: '', details: [], requestId: 'r-1' });
    expect([reportError(refusal), reportError(new ServerUnreachable())]).toEqual(['r-1', '']);
    expect(sent).toEqual([]);
  });
});
