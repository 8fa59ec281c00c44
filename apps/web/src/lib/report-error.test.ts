import { describe, expect, it } from 'vitest';
import { componentOf } from './report-error.ts';

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
