import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { SelectField } from './field.tsx';

const texts = { label: 'Moneda', every: 'Todas' };

/** Keeps what is in one currency; '' stands for all. */
export function CurrencyField(props: {
  value: FinancedCurrency | '';
  onChange: (value: FinancedCurrency | '') => void;
}) {
  const options = financedCurrencies.map((code) => ({ value: code, label: code }));
  return <SelectField {...props} label={texts.label} options={[{ value: '', label: texts.every }, ...options]} />;
}
