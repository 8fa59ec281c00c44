import { isShortReason } from '@anticipa/domain/operator';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isRefusedFor } from '../../lib/api-client.ts';
import { failuresByField, failureText } from '../../lib/failure-text.ts';
import { Button } from '../button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { Notice } from '../feedback/notice.tsx';
import { TextArea } from '../field/field.tsx';
import { type CheckedForm, type Errors, useCheckedForm } from '../field/use-checked-form.ts';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { ActionButton, ActionForm } from './preview.tsx';
import { showToast } from './toast.tsx';

const texts = {
  reason: 'Motivo',
  help: 'Queda en la bitácora.',
  missing: 'Escribe el motivo, de 5 letras o más.',
  proposed: 'Rebasa los importes de una sola persona: se propone, y vale cuando otra lo apruebe.',
  cancel: 'Cancelar',
};

interface Reasoned {
  readonly reason: string;
}

export type Changing<Body, Made> = Pick<
  UseMutationResult<Made, Error, Body>,
  'mutate' | 'isPending' | 'error' | 'reset'
>;

/**
 * A change at the desk: its fields, and the reason unless it needs none. What the server objects to is shown at its field,
 * or else above the buttons. Closes once the change is made.
 */
export function FormDialog<V extends object, Body, Made>(props: {
  title: string;
  size?: 'medium' | 'small';
  /** The button, which may follow what is typed. */
  submit: string | ((values: V) => string);
  isDanger?: boolean;
  /** The button that closes the dialog, where "Cancelar" could be read as the change itself. */
  dismiss?: string;
  /** The first values of the fields. */
  values: V;
  errorsOf?: (values: V) => Errors<V>;
  /** Below the reason; null for a change without one. It may follow what is typed. */
  reasonHelp?: string | null | ((values: V) => string | null);
  /** Asks for a reason once the server answers that a second person is needed. */
  canPropose?: boolean;
  changing: Changing<Body, Made>;
  /** Null, where a value is not right, is not sent. */
  bodyOf: (values: V & Reasoned) => Body | null;
  /** Returns what was done, in words; null for no notice. */
  onDone: (made: Made, sent: Body) => string | null;
  onClose: () => void;
  /** Beside the buttons. */
  extra?: ReactNode;
  children: ReactNode | ((form: CheckedForm<V & Reasoned>) => ReactNode);
}) {
  const {
    title,
    size = 'medium',
    submit,
    isDanger = false,
    dismiss = texts.cancel,
    changing,
    onDone,
    onClose,
    extra,
  } = props;
  const [isProposing, setProposing] = useState(false);
  const [values, setValues] = useState<V & Reasoned>({ ...props.values, reason: '' });
  const ownHelp = typeof props.reasonHelp === 'function' ? props.reasonHelp(values) : null;
  const usualHelp = typeof props.reasonHelp === 'function' ? null : props.reasonHelp;
  const reasonHelp = ownHelp ?? (isProposing ? texts.proposed : usualHelp === undefined ? texts.help : usualHelp);
  const [isAtField, setAtField] = useState(false);
  const form = useCheckedForm({
    values,
    onChange: (next) => {
      if (changing.error) changing.reset();
      setValues(next);
    },
    errorsOf: (all) => ({
      ...props.errorsOf?.(all),
      ...(reasonHelp !== null && isShortReason(all.reason) && { reason: texts.missing }),
    }),
  });
  const send = (): void => {
    const body = props.bodyOf({ ...values, reason: values.reason.trim() });
    if (body === null) return;
    changing.mutate(body, {
      onError: (error) => {
        if (props.canPropose && isRefusedFor(error, 'SECOND_PERSON_NEEDED')) setProposing(true);
        setAtField(form.refuse(failuresByField(error)));
        form.leadToError();
      },
      onSuccess: (made) => {
        const text = onDone(made, body);
        if (text !== null) showToast({ text, tone: 'good' });
        onClose();
      },
    });
  };
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <ActionForm {...form.onSubmit(send)} className={css.form}>
        {typeof props.children === 'function' ? props.children(form) : props.children}
        {reasonHelp === null ? null : (
          <TextArea
            {...form.field('reason')}
            label={texts.reason}
            help={reasonHelp}
            rows={2}
            maxLength={300}
            // Fields before it come first.
            data-autofocus={typeof props.children !== 'function' || undefined}
          />
        )}
        {changing.error && !isAtField ? <Notice tone="bad" title={failureText(changing.error)} /> : null}
        <ButtonRow>
          <ActionButton variant={isDanger ? 'danger' : 'primary'} type="submit" busy={changing.isPending}>
            {typeof submit === 'function' ? submit(values) : submit}
          </ActionButton>
          <Button onClick={onClose}>{dismiss}</Button>
          {extra}
        </ButtonRow>
      </ActionForm>
    </Dialog>
  );
}
