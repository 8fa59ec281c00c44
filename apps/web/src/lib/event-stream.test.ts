import { describe, expect, it } from 'vitest';
import { eventPosition } from './event-position.ts';
import { backOff, readEvents } from './event-stream.ts';

describe('the text of an event stream', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const eventsOf = async (...chunks: Uint8Array<ArrayBuffer>[]): Promise<string[]> => {
    const events: string[] = [];
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    await readEvents(stream, ({ noun, ids }) => events.push([noun, ...ids].join(' ')));
    return events;
  };

  it('passes on complete events and drops incomplete ones', async () => {
    const text = 'data: {"noun":"sales","ids":[]}\n\ndata: {"noun"';
    expect(await eventsOf(bytes(text))).toEqual(['sales']);
  });

  it('joins the data lines of one event, ignores comments and other fields, accepts CRLF', async () => {
    const text = ': alive\r\n\r\nevent: change\r\nid: 7\r\ndata: {"noun":\r\ndata:"credit","ids":[]}\r\n\r\n';
    expect(await eventsOf(bytes(text))).toEqual(['credit']);
  });

  it('keeps the position of the last event, also of one that it skips', async () => {
    await eventsOf(bytes('id: a.1\ndata: {"noun":"sales","ids":[]}\n\ndata: {"noun":"credit","ids":[]}\n\n'));
    expect(eventPosition()).toBe('a.1');
    await eventsOf(bytes('id: a.2\ndata: {"noun":"weather"}\n\n'));
    expect(eventPosition()).toBe('a.2');
  });

  it('skips events of a newer server', async () => {
    const text = 'data: {"noun":"sales","ids":[]}\n\ndata: {"noun":"weather"}\n\n';
    expect(await eventsOf(bytes(text))).toEqual(['sales']);
  });

  it('reads the same events regardless of chunk boundaries', async () => {
    const all = bytes('data: {"noun":"sales","ids":["ñ"]}\n\n: c\n\ndata: {"noun":"credit",\ndata: "ids":[]}\n\n');
    for (let cut = 0; cut <= all.length; cut += 1) {
      expect(await eventsOf(all.slice(0, cut), all.slice(cut))).toEqual(['sales ñ', 'credit']);
    }
  });
});

describe('reconnecting', () => {
  it('waits longer each time, at most 30 s, never less than half of that', () => {
    expect([0, 1, 2, 3, 9].map((attempt) => backOff(attempt, 1))).toEqual([1000, 2000, 4000, 8000, 30000]);
    expect(backOff(9, 0)).toBe(15000);
  });
});
