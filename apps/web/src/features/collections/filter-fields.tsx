import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { useProductNames } from '../../lib/product-names.ts';
import { SelectField } from '../../ui/field/field.tsx';
import { es } from './es.ts';

const texts = es.asOf;

interface FilterProps<Value extends string> {
  /** '' for all. */
  readonly value: Value | '';
  readonly onChange: (value: Value | '') => void;
}

/** Keeps the invoices of one product. */
export function ProductField({ value, onChange }: FilterProps<ProductCode>) {
  const names = useProductNames();
  const options = productCodes.map((code) => ({ value: code, label: names[code] }));
  return (
    <SelectField
      label={texts.product}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: texts.every }, ...options]}
    />
  );
}

/** Keeps the invoices in one currency. */
export function CurrencyField({ value, onChange }: FilterProps<FinancedCurrency>) {
  const options = financedCurrencies.map((code) => ({ value: code, label: code }));
  return (
    <SelectField
      label={texts.currency}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: texts.everyCurrency }, ...options]}
    />
  );
}
