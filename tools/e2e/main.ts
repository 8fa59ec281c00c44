/** `npm run e2e -- PATTERN`: runs the matching journeys against a temporary portal. */
import process from 'node:process';
import { runJourneys } from '../test/journeys.ts';

process.exitCode = (await runJourneys(process.argv.slice(2))) ? 0 : 1;
