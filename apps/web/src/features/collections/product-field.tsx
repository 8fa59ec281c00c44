import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { useProductNames } from '../../lib/product-names.ts';
import { SelectField } from '../../ui/field/field.tsx';
import { es } from './es.ts';

const texts = es.asOf;

/** Keeps the invoices of one product; '' stands for all. */
export function ProductField(props: { value: ProductCode | ''; onChange: (value: ProductCode | '') => void }) {
  const { value, onChange } = props;
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
