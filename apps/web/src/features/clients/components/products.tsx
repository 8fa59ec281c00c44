import { type LenderClient, setClientProduct } from '@anticipa/contract/lender-clients';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { useProductNames } from '../../../lib/product-names.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/field/checkbox.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useSetProduct } from '../api.ts';
import css from '../clients.module.css';
import { es } from '../es.ts';

const texts = es.products;

/** A product with one of its switches, and the position it is to take. */
interface Change {
  readonly product: ProductCode;
  readonly part: 'authorised' | 'active';
  readonly isOn: boolean;
}

/** [OPE-04] The products of a client, switched on and off with a reason. */
export function Products({ client }: { client: LenderClient }) {
  const [change, setChange] = useState<Change | null>(null);
  const maySwitch = useMay(setClientProduct);
  const names = useProductNames();
  return (
    <Card title={texts.title}>
      <div className={css.switches}>
        {productCodes.map((product) => {
          const { authorised, active } = stateOf(client, product);
          return (
            <div key={product}>
              {maySwitch ? (
                <>
                  <Switch checked={authorised} onChange={(isOn) => setChange({ product, part: 'authorised', isOn })}>
                    {texts.authorised(names[product])}
                  </Switch>
                  {authorised ? (
                    <Switch checked={active} onChange={(isOn) => setChange({ product, part: 'active', isOn })}>
                      {texts.active(names[product])}
                    </Switch>
                  ) : null}
                </>
              ) : (
                <>
                  <strong>{names[product]}</strong>
                  <span className="quiet">{texts.states[active ? 'active' : authorised ? 'inactive' : 'off']}</span>
                </>
              )}
            </div>
          );
        })}
      </div>
      {change ? <ChangeForm client={client} change={change} onClose={() => setChange(null)} /> : null}
    </Card>
  );
}

const stateOf = ({ products }: LenderClient, product: ProductCode) =>
  products.find((one) => one.product === product) ?? { authorised: false, active: false };

function ChangeForm(props: { client: LenderClient; change: Change; onClose: () => void }) {
  const { client, change, onClose } = props;
  const { product, part, isOn } = change;
  const setting = useSetProduct(client.clientId);
  const names = useProductNames();
  const { follows, ...titles } = texts.changes[part];
  const position = isOn ? 'on' : 'off';
  const { authorised, active } = stateOf(client, product);
  const wanted = part === 'active' ? { authorised, active: isOn } : { authorised: isOn, active: isOn && active };
  const title = titles[position](names[product]);
  return (
    <FormDialog
      title={title}
      submit={title}
      isDanger={!isOn}
      values={{}}
      changing={setting}
      bodyOf={({ reason }) => ({ product, ...wanted, reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <p>{follows[position]}</p>
    </FormDialog>
  );
}
