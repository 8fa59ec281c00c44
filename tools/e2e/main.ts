/** `npm run e2e -- PATTERN`: the journeys whose file matches, each run with a portal of its own. */
import process from 'node:process';
import { runJourneys } from '../test/journeys.ts';

process.exitCode = (await runJourneys(process.argv.slice(2))) ? 0 : 1;
