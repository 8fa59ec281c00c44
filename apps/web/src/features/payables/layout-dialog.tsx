import type { PaymentFiles, savePaymentLayout } from '@anticipa/contract/payment-files';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import {
  layoutFields,
  layoutPresets,
  layoutProblem,
  layoutReaches,
  layoutSeparators,
  sampleLine,
} from '@anticipa/domain/payment-layout';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useSaveLayout } from './api.ts';
import { es as payablesTexts } from './es.ts';

const es = payablesTexts.files;
const texts = es.layout;
type Body = SentBodyOf<typeof savePaymentLayout>;
type Values = Omit<Body, 'layoutId'>;

const blank: Values = {
  name: '',
  currency: 'MXN',
  reach: 'any',
  separator: 'none',
  columns: 'cuenta 18\nimporte 16 derecha ceros',
};

/** Which layout to edit, or how to begin a new one. */
export function LayoutDialog({ files, onClose }: { files: PaymentFiles; onClose: () => void }) {
  const [edited, edit] = useState<{ readonly layoutId?: string; readonly values: Values } | null>(null);
  if (edited) return <EditDialog {...edited} files={files} onClose={onClose} />;
  return (
    <Dialog title={es.layouts} size="medium" onClose={onClose}>
      <div className="stack">
        {files.layouts.length === 0 ? null : (
          <ButtonRow>
            {files.layouts.map(({ layoutId, ...values }) => (
              <Button key={layoutId} onClick={() => edit({ layoutId, values })}>
                {values.name}
              </Button>
            ))}
          </ButtonRow>
        )}
        <p>{texts.preset}</p>
        <ButtonRow>
          {layoutPresets.map((preset) => (
            <Button key={preset.name} onClick={() => edit({ values: { ...preset, currency: 'MXN' } })}>
              {preset.name}
            </Button>
          ))}
          <Button onClick={() => edit({ values: blank })}>{texts.blank}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}

function EditDialog(props: { layoutId?: string; values: Values; files: PaymentFiles; onClose: () => void }) {
  const { layoutId, files, onClose } = props;
  const saving = useSaveLayout();
  const sampleOf = (values: Values): string => {
    const {
      account = '0123456789',
      clabe = '',
      rfc = '',
      name = '',
    } = files.payers.find(({ currency }) => currency === values.currency) ?? {};
    return sampleLine(values, { account, clabe, rfc, name }, dateAt(new Date(), MEXICO_CITY));
  };
  return (
    <FormDialog<Values, Body, ResponseOf<typeof savePaymentLayout>>
      title={texts.title}
      submit={texts.submit}
      reasonHelp={null}
      values={props.values}
      errorsOf={(values) => {
        const found = layoutProblem(values);
        return {
          name: values.name.trim().length < 2 ? texts.nameWrong : null,
          columns: found && texts.problems[found.problem](found.line),
        };
      }}
      changing={saving}
      bodyOf={({ name, currency, reach, separator, columns }) => ({
        ...(layoutId !== undefined && { layoutId }),
        name: name.trim(),
        currency,
        reach,
        separator,
        columns,
      })}
      onDone={({ layout }) => texts.done(layout.name)}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <TextField {...field('name')} label={texts.name} maxLength={60} autoComplete="off" data-autofocus />
          <SelectField
            {...choice('currency')}
            label={texts.currency}
            options={(['MXN', 'USD'] as const).map((value) => ({ value, label: value }))}
          />
          <SelectField
            {...choice('reach')}
            label={texts.reach}
            options={layoutReaches.map((value) => ({ value, label: texts.reaches[value] }))}
          />
          <SelectField
            {...choice('separator')}
            label={texts.separator}
            options={layoutSeparators.map((value) => ({ value, label: texts.separators[value] }))}
          />
          <TextArea
            {...field('columns')}
            label={texts.columns}
            help={texts.columnsHelp(layoutFields.join(', '))}
            rows={10}
            maxLength={4000}
            spellCheck={false}
          />
          <TextArea label={texts.sample} help={texts.sampleHelp} rows={3} value={sampleOf(values)} readOnly />
        </>
      )}
    </FormDialog>
  );
}
