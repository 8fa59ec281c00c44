/** JSON schemas of the contract. */
import { approval } from '@anticipa/contract/approvals';
import { invoice } from '@anticipa/contract/invoices';
import { errorResponse } from '@anticipa/contract/route';
import { sale, saleItem } from '@anticipa/contract/sales';
import { z } from 'zod';

/** Large schemas that several answers contain; the documents have them once. */
const shared = { Error: errorResponse, Approval: approval, Invoice: invoice, Sale: sale, SaleItem: saleItem };
const names = new Map<unknown, string>(Object.entries(shared).map(([name, schema]) => [schema, name]));

/** A schema with references to the shared ones that it contains. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = names.get(zodSchema);
      if (name === undefined || Object.is(zodSchema, schema)) return;
      for (const key in jsonSchema) delete jsonSchema[key];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return rest;
};

/** The shared schemas by name. */
export const sharedSchemas = () =>
  Object.fromEntries(Object.entries(shared).map(([name, schema]) => [name, schemaOf(schema, 'output')]));
