/** The demo that `npm start` adds to the portal outside production: a lender with its clients, and stand-ins of the outside systems. */
import { fileURLToPath } from 'node:url';
import { openDemoPki } from '@anticipa/sandbox/pki';
import type { ChildProgram, Supervisor } from './platform/process/supervisor.ts';
import type { Clock } from './platform/work/clock.ts';
import { addRobot, seedDemo } from './seed/demo.ts';

const SANDBOX = new URL('../../../packages/sandbox/src/main.ts', import.meta.url);

/** Makes the demo's certificates, which the API pins when it starts, and fills an empty database. */
export const seed = async ({
  ownerUrl,
  clock,
  dataDir,
  hasRobot,
}: {
  readonly ownerUrl: string;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly hasRobot: boolean;
}): Promise<void> => {
  const makePki = async () => (await openDemoPki(dataDir)).lenderSealer();
  await Promise.all([makePki(), seedDemo({ ownerUrl, clock })]);
  if (hasRobot) await addRobot(ownerUrl);
};

/** Starts the stand-ins; resolves when they are ready, with the lines to print. */
export const startStandIns = (
  supervisor: Supervisor,
  environment: ReturnType<ChildProgram['environment']>,
): Promise<readonly string[]> =>
  supervisor.start({
    name: 'sandbox',
    file: fileURLToPath(SANDBOX),
    args: [],
    isMostlyIdle: true,
    environment: () => environment,
  });
