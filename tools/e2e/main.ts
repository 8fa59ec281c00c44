/** `npm run e2e -- PATTERN`: runs the matching journeys against a temporary portal; without a pattern, those of `npm test`. */
import process from 'node:process';
import { runJourneys, withoutFull } from '../test/journeys.ts';

const args = process.argv.slice(2);
const isChosen = args.some((arg) => !arg.startsWith('-'));
process.exitCode = (await runJourneys(isChosen ? args : [...withoutFull, ...args])) ? 0 : 1;
