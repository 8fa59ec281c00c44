import { causeText } from '../../lib/failure-text.ts';
import { QueryFallback } from './query-fallback.tsx';

/** The fallback of one reading: `error` is null while it loads, and otherwise gives the text. */
export const LoadFallback = (props: {
  error: unknown;
  onRetry: () => void;
  title?: string;
  /** Number of skeleton lines. */
  lines: number;
}) => {
  const { error, ...rest } = props;
  return (
    <QueryFallback failed={error !== null} {...rest}>
      {causeText(error)}
    </QueryFallback>
  );
};
