import { approvalRoles, proposeSetting } from '@anticipa/contract/approvals';
import type { Settings } from '@anticipa/contract/settings';
import { colourProblem, isColour, type Theme } from '@anticipa/domain/brand-colour';
import { isPublicMailbox } from '@anticipa/domain/sender';
import { emailProblem } from '@anticipa/domain/user';
import { supportLines } from '@anticipa/texts/support';
import { errorTexts } from '@anticipa/texts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { causeText } from '../../lib/failure-text.ts';
import { NoPicture, picturesOf } from '../../lib/logo-pictures.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { waitingQuery } from '../../lib/waiting-proposals.ts';
import { BrandDocuments } from '../../ui/brand-documents.tsx';
import { BrandPreview } from '../../ui/brand-preview.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { TextArea, TextField } from '../../ui/field/field.tsx';
import { OldNames } from '../../ui/old-names.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { PickButton } from '../../ui/pick-button.tsx';
import { SenderCheck } from '../../ui/sender-check.tsx';
import { uploadPictures, useProposeSetting } from './api.ts';
import { SettingCard } from './components/setting-card.tsx';
import { es } from './es.ts';
import css from './settings.module.css';

type Brand = NonNullable<Settings['brand']>;

const NEUTRAL_COLOUR = '#3d4450';
const first: Brand = {
  name: '',
  legalName: '',
  colour: NEUTRAL_COLOUR,
  darkColour: null,
  logo: null,
  privacyUrl: null,
  privacyText: null,
  supportPhone: null,
  supportWhatsApp: null,
  supportEmail: null,
  senderAddress: null,
};

/** [MAR-01] The brand that clients see: its name, logo, colours and ways to reach it. */
export function BrandCard({ settings: { brand } }: { settings: Settings }) {
  const { data: waiting } = useQuery(waitingQuery);
  const { roles } = useUser();
  const may = useMay(proposeSetting) && mayWith(roles, { roles: approvalRoles.brand });
  const texts = es.brand;
  return (
    <SettingCard
      id="brand"
      title={texts.title}
      kinds={['brand']}
      missing={brand?.senderAddress == null}
      proposes="brand:lender"
      change={may ? texts.propose : null}
      dialog={may ? (close) => <BrandDialog brand={brand ?? first} onClose={close} /> : null}
    >
      {waiting?.has('brand:lender') ? <StatusBadge tone="info">{es.waiting}</StatusBadge> : null}
      {brand ? (
        <>
          <Facts
            facts={[
              [texts.name, brand.name],
              [texts.legalName, brand.legalName],
              [texts.senderAddress, brand.senderAddress ?? es.none],
              [texts.support, supportLines(brand).join(' · ') || es.none],
              [texts.privacy, brand.privacyUrl ?? (brand.privacyText ? texts.ownNotice : es.none)],
            ]}
          />
          <BrandPreview brand={brand} />
        </>
      ) : (
        <p className="quiet">{texts.missing}</p>
      )}
    </SettingCard>
  );
}

type Values = { readonly [K in keyof Brand]: string };

const colourFault = (colour: string, theme: Theme): string | null => {
  if (!isColour(colour.toLowerCase())) return es.brand.colourWrong;
  const problem = colourProblem(colour.toLowerCase(), theme);
  return problem && es.brand.unreadable(problem.ratio.toFixed(1), problem.nearest);
};

const errorsOf = (values: Values) => ({
  name: values.name.trim().length < 2 ? es.form.missing : null,
  legalName: values.legalName.trim().length < 2 ? es.form.missing : null,
  colour: colourFault(values.colour, 'light'),
  darkColour: values.darkColour === '' ? null : colourFault(values.darkColour, 'dark'),
  privacyUrl: values.privacyUrl === '' || values.privacyUrl.startsWith('https://') ? null : es.brand.urlWrong,
  supportEmail: values.supportEmail !== '' && emailProblem(values.supportEmail) ? es.brand.emailWrong : null,
  senderAddress: emailProblem(values.senderAddress.trim())
    ? es.brand.emailWrong
    : isPublicMailbox(values.senderAddress.trim())
      ? errorTexts.PUBLIC_MAILBOX
      : null,
});

/** The values as texts; an absent one is empty. */
const typedOf = (brand: Brand): Values => ({
  name: brand.name,
  legalName: brand.legalName,
  colour: brand.colour,
  darkColour: brand.darkColour ?? '',
  logo: brand.logo ?? '',
  privacyUrl: brand.privacyUrl ?? '',
  privacyText: brand.privacyText ?? '',
  supportPhone: brand.supportPhone ?? '',
  supportWhatsApp: brand.supportWhatsApp ?? '',
  supportEmail: brand.supportEmail ?? '',
  senderAddress: brand.senderAddress ?? '',
});

const orNull = (text: string): string | null => text.trim() || null;

/** Values as they are sent, and as the preview shows them. */
const brandIn = (values: Values) => ({
  name: values.name.trim(),
  legalName: values.legalName.trim(),
  colour: values.colour.trim().toLowerCase(),
  darkColour: orNull(values.darkColour)?.toLowerCase() ?? null,
  logo: orNull(values.logo),
  privacyUrl: orNull(values.privacyUrl),
  privacyText: orNull(values.privacyText),
  supportPhone: orNull(values.supportPhone),
  supportWhatsApp: orNull(values.supportWhatsApp)?.replace(/\D/g, '') ?? null,
  supportEmail: orNull(values.supportEmail),
  senderAddress: values.senderAddress.trim(),
});

function BrandDialog({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const proposing = useProposeSetting();
  const values = typedOf(brand);
  const texts = es.brand;
  return (
    <FormDialog
      title={texts.propose}
      submit={es.submit}
      values={values}
      errorsOf={errorsOf}
      changing={proposing}
      bodyOf={({ reason, ...typed }) => ({ reason, change: { kind: 'brand' as const, proposed: brandIn(typed) } })}
      onDone={({ proposal }) => (proposal ? es.sent : es.form.saved)}
      onClose={onClose}
    >
      {({ values: typed, field, choice, errorOf }) => (
        <>
          <TextField {...field('name')} label={texts.name} help={texts.nameHelp} maxLength={30} data-autofocus />
          <TextField {...field('legalName')} label={texts.legalName} maxLength={120} />
          <Logo value={typed.logo} onChange={choice('logo').onChange} />
          {(['colour', 'darkColour'] as const).map((name) => (
            <Colour
              key={name}
              input={{ ...field(name), error: errorOf(name) ?? faultShown(typed[name], name) }}
              label={texts[name]}
              help={name === 'darkColour' ? texts.darkColourHelp : texts.colourHelp}
              nearest={nearestTo(typed[name], name)}
              onChange={choice(name).onChange}
            />
          ))}
          <OldNames before={brand.name === '' ? null : brand} proposed={brandIn(typed)} />
          <BrandPreview brand={brandIn(typed)} />
          <BrandDocuments brand={brandIn(typed)} />
          <TextField
            {...field('senderAddress')}
            label={texts.senderAddress}
            help={texts.senderHelp}
            inputMode="email"
            maxLength={254}
          />
          <SenderCheck brand={brandIn(typed)} />
          <TextField {...field('supportPhone')} label={texts.phone} inputMode="tel" maxLength={30} />
          <TextField
            {...field('supportWhatsApp')}
            label={texts.whatsApp}
            help={texts.whatsAppHelp}
            inputMode="tel"
            maxLength={30}
          />
          <TextField {...field('supportEmail')} label={texts.email} inputMode="email" maxLength={254} />
          <TextField {...field('privacyUrl')} label={texts.privacyUrl} inputMode="url" maxLength={500} />
          <TextArea {...field('privacyText')} label={texts.privacyText} help={texts.privacyHelp} rows={6} />
        </>
      )}
    </FormDialog>
  );
}

const themeOf = (name: 'colour' | 'darkColour'): Theme => (name === 'colour' ? 'light' : 'dark');
/** A fault is shown while a colour is picked, since the preview shows another one. */
const faultShown = (typed: string, name: 'colour' | 'darkColour'): string | null =>
  isColour(typed.toLowerCase()) ? colourFault(typed, themeOf(name)) : null;
const nearestTo = (typed: string, name: 'colour' | 'darkColour'): string | null =>
  isColour(typed.toLowerCase()) ? (colourProblem(typed.toLowerCase(), themeOf(name))?.nearest ?? null) : null;

/** A colour as text and from the browser's palette, with the nearest that can be read. */
function Colour(props: {
  input: Omit<Parameters<typeof TextField>[0], 'label' | 'help'> & { readonly value: string };
  label: string;
  help: string;
  nearest: string | null;
  onChange: (colour: string) => void;
}) {
  const { input, label, help, nearest, onChange } = props;
  return (
    <div className={css.colour}>
      <TextField {...input} label={label} help={help} maxLength={7} autoComplete="off" />
      <input
        type="color"
        aria-label={es.brand.pick(label)}
        value={isColour(input.value.toLowerCase()) ? input.value.toLowerCase() : NEUTRAL_COLOUR}
        onChange={({ target }) => onChange(target.value)}
      />
      {nearest ? (
        <Button size="small" onClick={() => onChange(nearest)}>
          {es.brand.use(nearest)}
        </Button>
      ) : null}
    </div>
  );
}

/** Uploads the pictures of a logo, which the proposal names. */
function Logo({ value, onChange }: { value: string; onChange: (logo: string) => void }) {
  const uploading = useMutation({
    mutationFn: async (file: File) => uploadPictures(await picturesOf(file)),
    onSuccess: ({ logo }) => onChange(logo),
  });
  const { error } = uploading;
  return (
    <div className={css.logo}>
      <ButtonRow>
        <PickButton
          label={es.brand.logo}
          accept=".svg,.png,image/svg+xml,image/png"
          busy={uploading.isPending}
          onPick={([file]) => file && uploading.mutate(file)}
        />
        {value === '' ? null : <Button onClick={() => onChange('')}>{es.brand.withoutLogo}</Button>}
      </ButtonRow>
      <p className="quiet">{es.brand.logoHelp}</p>
      {error ? <Notice tone="bad" title={error instanceof NoPicture ? es.brand.noPicture : causeText(error)} /> : null}
    </div>
  );
}
