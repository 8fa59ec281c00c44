import { describe, expect, it } from 'vitest';
import { backOff, eventsOf } from './event-stream.ts';

describe('the text of an event stream', () => {
  it('gives whole events and keeps what is incomplete', () => {
    expect(eventsOf('data: {"a":1}\n\ndata: {"b"')).toEqual({ data: ['{"a":1}'], rest: 'data: {"b"' });
  });

  it('joins the data lines of one event, ignores comments and other fields, accepts CRLF', () => {
    expect(eventsOf(': alive\r\n\r\nevent: change\r\nid: 7\r\ndata: {\r\ndata:}\r\n\r\n')).toEqual({
      data: ['{\n}'],
      rest: '',
    });
  });

  it('reads the same events however the bytes are cut', () => {
    const text = 'data: 1\n\n: c\n\ndata: 2\ndata: 3\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const first = eventsOf(text.slice(0, cut));
      const second = eventsOf(first.rest + text.slice(cut));
      expect([...first.data, ...second.data]).toEqual(['1', '2\n3']);
    }
  });
});

describe('reconnecting', () => {
  it('waits longer each time, at most 30 s, never less than half of that', () => {
    expect([0, 1, 2, 3, 9].map((attempt) => backOff(attempt, 1))).toEqual([1000, 2000, 4000, 8000, 30000]);
    expect(backOff(9, 0)).toBe(15000);
  });
});
