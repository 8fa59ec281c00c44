/** Faults of a request that does not match its schemas: each property with the rule that it breaks, never its value. */
import type { Failure } from '@anticipa/domain/errors';
import {
  boundRule,
  formatRules,
  namedRules,
  oneOf,
  type RuleName,
  type RuleText,
  typeRules,
} from '@anticipa/texts/rule-texts';
import type { z } from 'zod';

/** A property that failed validation. Only answers of `/v1` include the rule. */
export interface Fault extends Failure {
  readonly rule?: RuleText;
}

type Issue = z.core.$ZodIssue;

/** A property of a request that breaks a rule. */
export const faultOf = (path: string, rule: RuleName): Fault => ({
  path,
  code: 'INVALID_REQUEST',
  rule: namedRules[rule],
});

const isNamed = (message: string): message is RuleName => Object.hasOwn(namedRules, message);

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

const boundOf = ({
  origin,
  inclusive = true,
}: {
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
}) => ({
  of: origin,
  inclusive,
});

function ruleOf(issue: Issue, input: unknown): RuleText {
  if (isNamed(issue.message)) return namedRules[issue.message];
  switch (issue.code) {
    case 'invalid_type':
      if (valueAt(input, issue.path) === undefined) return namedRules.required;
      return typeRules[issue.expected] ?? namedRules.other;
    case 'invalid_format':
      return formatRules[issue.format] ?? namedRules.other;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'too_small':
      return boundRule({ ...boundOf(issue), side: 'least', count: Number(issue.minimum) });
    case 'too_big':
      return boundRule({ ...boundOf(issue), side: 'most', count: Number(issue.maximum) });
    default:
      return namedRules.other;
  }
}

/** Faults of what a schema has refused; none if it has not. */
export function faultsOf(result: z.ZodSafeParseResult<unknown>, input: unknown): Fault[] {
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys')
      return [{ path, code: 'INVALID_REQUEST' as const, rule: ruleOf(issue, input) }];
    return issue.keys.map((key) => faultOf([...issue.path, key].join('.'), 'unknown'));
  });
}
