import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { SearchField } from '../../ui/field/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { pressWhenThere } from '../../ui/press-when-there.ts';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import { es } from './es.ts';
import css from './search.module.css';
import type { HitGroup } from './view-model.ts';

export interface SearchSource {
  readonly label: string;
  readonly hint: { readonly title: string; readonly items: readonly string[] };
  /** Asks the server. */
  readonly ask: (text: string, signal: AbortSignal) => Promise<readonly HitGroup[]>;
  /** Groups that need no server; an empty text is a search that has not begun. */
  readonly places: (text: string) => readonly HitGroup[];
  /** Whether a pasted text led somewhere by itself. */
  readonly onPaste?: (text: string) => boolean;
}

/**
 * [BUS-02] The search of a document: a combobox whose list has a group for each kind. The focus stays in the field, so that
 * one types on while the arrow keys move through the results (WAI-ARIA, combobox with a listbox and automatic selection).
 */
export function SearchDialog({ source, onClose }: { source: SearchSource; onClose: () => void }) {
  const [asked, setAsked] = useState('');
  const [typed, setTyped] = useTypedSearch('', (text) => setAsked(text.trim()));
  const { data, error, refetch, isPlaceholderData } = useResults(asked, source.ask);
  const isAnswered = asked === '' || (!isPlaceholderData && (data !== undefined || error !== null));
  const isCurrent = typed.trim() === asked && isAnswered;
  const found = asked === '' ? [] : (data ?? []);
  const groups = [...found, ...source.places(asked)].filter(({ hits }) => hits.length > 0);
  const keys = groups.flatMap(({ hits }) => hits.map(({ key }) => key));
  const { active, onKeyDown, idOf, listId } = useListKeys(keys, asked, isCurrent);
  const count = keys.length;
  const isNothing = asked !== '' && isCurrent && count === 0 && !error;
  useEffect(() => {
    if (asked !== '' && isCurrent) announce(es.found(count));
  }, [asked, isCurrent, count]);
  return (
    <Dialog title={es.title} size="medium" onClose={onClose}>
      <div className={css.search}>
        <SearchField
          label={source.label}
          type="text"
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === null ? undefined : idOf(active)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setAsked(typed.trim());
            onKeyDown(event);
          }}
          onPaste={(event) => {
            if (!source.onPaste?.(event.clipboardData.getData('text'))) return;
            event.preventDefault();
            onClose();
          }}
        />
        {error ? <LoadFallback error={error} title={es.failed} onRetry={refetch} lines={0} /> : null}
        {isNothing ? <h3 className={css.none}>{es.none(asked)}</h3> : null}
        {isNothing ? <Hint hint={source.hint} /> : null}
        <div
          role="listbox"
          id={listId}
          aria-label={es.results}
          aria-busy={!isCurrent || undefined}
          className={css.list}
        >
          {groups.map((group) => (
            <Group key={group.title} group={group} active={active} idOf={idOf} onOpen={onClose} />
          ))}
        </div>
        {asked === '' ? <Hint hint={source.hint} /> : null}
        {asked !== '' && count === 0 && !isCurrent ? <p className="quiet">{es.searching}…</p> : null}
      </div>
    </Dialog>
  );
}

/** Results of the server; the last results stay in sight while a longer text is searched. Read again at each search. */
const useResults = (q: string, ask: SearchSource['ask']) =>
  useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => ask(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

const Hint = ({ hint }: Pick<SearchSource, 'hint'>) => (
  <div className={css.hint}>
    <p>{hint.title}:</p>
    <ul>
      {hint.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);

function Group(props: { group: HitGroup; active: string | null; idOf: (key: string) => string; onOpen: () => void }) {
  const { group, active, idOf, onOpen } = props;
  const title = idOf(group.title);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
    <div role="group" aria-labelledby={title}>
      <p id={title} role="presentation" className={css.title}>
        {group.title} {group.part ? <small>{group.part}</small> : null}
      </p>
      {group.hits.map(({ key, title: name, note, amount, target, press }) => (
        <Link
          key={key}
          {...target}
          id={idOf(key)}
          role="option"
          aria-selected={key === active}
          tabIndex={-1}
          preload={false}
          className={css.hit}
          onClick={() => {
            onOpen();
            if (press) pressWhenThere(press);
          }}
        >
          <Icon name={group.icon} size={18} />
          <span className={css.what}>
            <strong>{name}</strong>
            {note === '' ? null : <span>{note}</span>}
          </span>
          {amount ? <MoneyText amount={amount} /> : null}
        </Link>
      ))}
    </div>
  );
}

/**
 * The chosen result of a list whose focus is elsewhere. Each new search chooses the first one; Enter before the results
 * are there opens the first of them as soon as they are.
 */
function useListKeys(keys: readonly string[], asked: string, isCurrent: boolean) {
  const listId = useId();
  const [chosen, setChosen] = useState<{ readonly asked: string; readonly key: string } | null>(null);
  const isAwaited = useRef(false);
  const active = chosen?.asked === asked && keys.includes(chosen.key) ? chosen.key : (keys[0] ?? null);
  const idOf = (key: string): string => `${listId}-${key.replaceAll(' ', '-')}`;
  const optionOf = (key: string): HTMLElement | null => document.getElementById(idOf(key));
  const open = (): void => {
    isAwaited.current = false;
    if (active !== null) optionOf(active)?.click();
  };
  useEffect(() => {
    if (isCurrent && isAwaited.current) open();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isCurrent) open();
      else isAwaited.current = true;
      return;
    }
    isAwaited.current = false;
    if (step === undefined || active === null) return;
    event.preventDefault();
    const next = keys[(keys.indexOf(active) + step + keys.length) % keys.length] ?? active;
    setChosen({ asked, key: next });
    optionOf(next)?.scrollIntoView({ block: 'nearest' });
  };
  return { active, onKeyDown, idOf, listId };
}
