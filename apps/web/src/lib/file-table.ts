/** A table for export, typed as spreadsheets need it. */
import type { Money } from '@anticipa/domain/money';

export type FileCell =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'integer'; readonly value: number }
  /** `YYYY-MM-DD`. */
  | { readonly type: 'date'; readonly value: string }
  | { readonly type: 'money'; readonly value: Money };

export interface FileTable {
  readonly header: readonly string[];
  /** One cell per header; null leaves it empty. */
  readonly rows: readonly (readonly (FileCell | null)[])[];
}
