import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildProgram, createSupervisor, pauseAfter, type Supervisor } from './supervisor.ts';

let folder: string;
let supervisor: Supervisor;
let events: string[];
let fatal: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anticipa-supervisor-'));
  events = [];
  fatal = [];
  supervisor = createSupervisor({ onEvent: (line) => events.push(line), onFatal: (line) => fatal.push(line) });
});

afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A child program that records its steps in a file. */
const program = (name: string, body: string): ChildProgram => {
  const file = join(folder, `${name}.ts`);
  const head = `
    import { appendFileSync } from 'node:fs';
    import { runService } from ${JSON.stringify(join(import.meta.dirname, 'child.ts'))};
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, `${name}.notes`))}, text + '\\n');
    setInterval(() => undefined, 1000);\n`;
  writeFileSync(file, head + body);
  return { name, file, args: [], isMostlyIdle: false, environment: () => ({ GREETING: 'hello' }) };
};

const notes = (name: string): string[] =>
  readFileSync(join(folder, `${name}.notes`), 'utf8')
    .trim()
    .split('\n');

const SERVICE = `await runService('service', async () => {
  note('start ' + process.pid + ' ' + process.env.GREETING);
  return { stop: async () => { await new Promise((done) => setTimeout(done, 200)); note('drained'); } };
});`;

const pidIn = (note: string | undefined): number => Number(note?.split(' ')[1]);
const isAlive = (pid: number): boolean => spawnSync('kill', ['-0', String(pid)]).status === 0;

describe('a supervised child', () => {
  it('passes on the lines to print when ready', async () => {
    const printing = program(
      'printing',
      `process.send({ ready: true, lines: ['one', 'two'] }); process.on('SIGTERM', () => process.exit(0));`,
    );
    expect(await supervisor.start(printing)).toEqual(['one', 'two']);
  });

  it('returns the memory of its start while it is idle', async () => {
    const body = `
      let garbage = Array.from({ length: 1e6 }, () => ({}));
      note(process.memoryUsage().heapTotal);
      garbage = [];
      setInterval(() => note(process.memoryUsage().heapTotal), 200);
      process.on('SIGTERM', () => process.exit(0));
      process.send({ ready: true });`;
    await supervisor.start(program('grown', body));
    const [grown = 0] = notes('grown').map(Number);
    await expect.poll(() => Number(notes('grown').at(-1)), { timeout: 30_000 }).toBeLessThan(grown / 2);
  });

  it('finishes running work when stopped', async () => {
    await supervisor.start(program('drains', SERVICE));
    await supervisor.stop();
    expect(notes('drains')).toEqual([expect.stringMatching(/^start \d+ hello$/), 'drained']);
    expect(events).toEqual([]);
  });

  it('is cut when its work does not end', async () => {
    const body = `await runService('hangs', async () => {
      note('start ' + process.pid);
      return { stop: () => new Promise(() => undefined) };
    }, 200);
    process.on('exit', (code) => note('exit ' + code));`;
    await supervisor.start(program('hangs', body));
    const [started] = notes('hangs');
    process.kill(pidIn(started), 'SIGTERM');
    await expect.poll(() => notes('hangs').slice(0, 2)).toEqual([started, 'exit 1']);
  });

  it('ignores Ctrl-C, which the supervisor handles', async () => {
    await supervisor.start(program('service', SERVICE));
    process.kill(pidIn(notes('service')[0]), 'SIGINT');
    await supervisor.stop();
    expect(events).toEqual([]);
  });

  it('is restarted when killed', async () => {
    await supervisor.start(program('killed', SERVICE));
    process.kill(pidIn(notes('killed')[0]), 'SIGKILL');
    await expect.poll(() => notes('killed').length).toBe(2);
    expect(events).toEqual(['killed ended unexpectedly (SIGKILL); restarting']);
  });

  it('is away for a second at most, however often it was killed', () => {
    expect([1, 2, 3, 4, 100].map(pauseAfter)).toEqual([250, 500, 1000, 1000, 1000]);
  });

  it('drains and is restarted after an uncaught error', async () => {
    const body = `${SERVICE}\nsetTimeout(() => { throw new Error('unseen'); }, 50);`;
    await supervisor.start(program('unseen', body));
    await expect.poll(() => notes('unseen').length).toBeGreaterThanOrEqual(3);
    expect(notes('unseen').slice(0, 2)).toEqual([expect.stringMatching(/^start/), 'drained']);
    expect(events[0]).toBe('unseen ended unexpectedly (exit 1); restarting');
  });

  it.each([
    ['at once when its port is taken', `Object.assign(new Error('port 1 is taken'), { code: 'EADDRINUSE' })`, 0],
    ['after three failures before it was ever ready', `new Error('broken')`, 2],
  ])('is not restarted %s', async (_case, error, restarts) => {
    void supervisor.start(program('never', `await runService('never', async () => { throw ${error}; });`));
    await expect.poll(() => fatal).toEqual(['never cannot run; see its error above.']);
    expect(events).toHaveLength(restarts);
  });

  it.each([
    ['', SERVICE],
    [' and its log pipe is closed', `${SERVICE}\nsetInterval(() => process.stderr.write('.'), 20);`],
  ])('drains and exits when its supervisor is killed%s', async (_case, body) => {
    const child = program('orphan', body);
    const start = `
      import { createSupervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))};
      const program = ${JSON.stringify(child)};
      await createSupervisor({ onEvent: console.error, onFatal: console.error }).start({ ...program, environment: () => ({}) });
      console.log('ready');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', start], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    parent.stdout.destroy();
    parent.stderr.destroy();
    parent.kill('SIGKILL');
    await expect.poll(() => notes('orphan').at(-1)).toBe('drained');
    await expect.poll(() => isAlive(pidIn(notes('orphan')[0]))).toBe(false);
  });
});
