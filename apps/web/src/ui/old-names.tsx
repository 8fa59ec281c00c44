import { getReminders } from '@anticipa/contract/reminders';
import { getSettings } from '@anticipa/contract/settings';
import { oldNamesIn } from '@anticipa/domain/old-names';
import { reminderTextNames } from '@anticipa/texts/reminder-texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../lib/api-client.ts';
import { lenderPaths, type SettingCardId } from '../lib/lender-paths.ts';
import { Notice } from './feedback/notice.tsx';

const texts = {
  title: 'El nombre anterior se queda en estos textos',
  text: 'No cambian con la marca. Revísalos:',
  privacy: 'Texto del aviso de privacidad, en esta propuesta',
  terms: (version: string) => `Términos, versión ${version}`,
  reminder: (name: string) => `Recordatorios: ${name}`,
  named: (names: readonly string[]) => names.join(' y '),
};

interface Named {
  readonly name: string;
  readonly legalName: string;
}

interface Place {
  readonly label: string;
  readonly card: SettingCardId;
  readonly text: string;
}

/** [MAR-14] Where the name before is still found in what people have typed: a change of the brand leaves those texts as they are. */
export function OldNames(props: { before: Named | null; proposed: Named & { readonly privacyText: string | null } }) {
  const { before, proposed } = props;
  const enabled = before !== null && (before.name !== proposed.name || before.legalName !== proposed.legalName);
  const { data: settings } = useQuery({
    queryKey: ['settings', 'all'],
    queryFn: ({ signal }) => call(getSettings, { signal }),
    select: ({ settings: { terms } }) => terms[0],
    enabled,
  });
  const { data: reminders } = useQuery({
    queryKey: ['reminders', 'all'],
    queryFn: ({ signal }) => call(getReminders, { signal }),
    enabled,
  });
  if (!enabled) return null;
  const places: readonly Place[] = [
    { label: texts.privacy, card: 'brand', text: proposed.privacyText ?? '' },
    ...(settings ? [{ label: texts.terms(settings.version), card: 'terms' as const, text: settings.body }] : []),
    ...(reminders?.texts ?? []).map(({ text, subject, paragraphs }) => ({
      label: texts.reminder(reminderTextNames[text]),
      card: 'reminders' as const,
      text: `${subject}\n${paragraphs}`,
    })),
  ];
  const found = places.flatMap((place) => {
    const names = oldNamesIn(place.text, before, proposed);
    return names.length === 0 ? [] : [{ ...place, names }];
  });
  if (found.length === 0) return null;
  return (
    <Notice tone="warn" title={texts.title}>
      <p>{texts.text}</p>
      <ul>
        {found.map(({ label, card, names }) => (
          <li key={label}>
            {/* Another tab: the form here stays as it is. */}
            <Link to={lenderPaths.settings} hash={card} target="_blank">
              {label}
            </Link>
            : {texts.named(names)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
