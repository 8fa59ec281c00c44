/** The document of the calls for programs under Redocly's linter; its loading takes longer than all other tests of the document. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { programDocument } from './platform/http/program-document.ts';

it('[APV-07] passes Redocly’s strictest rules, and its examples are valid', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'component-name-unique': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'parameter-description': 'error',
      'scalar-property-missing-example': 'error',
      'tag-description': 'error',
    },
  });
  const source = JSON.stringify(programDocument('https://portal.financiera.mx'));
  const faults = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(faults.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});
