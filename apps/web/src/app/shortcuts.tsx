import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { deviceSetting } from '../lib/device-setting.ts';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/field/checkbox.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { isLayerOpen } from '../ui/overlay/layers.ts';
import { es } from './es.ts';
import { commandOf, type KeyPress, type Shortcut } from './shortcut-keys.ts';
import css from './shortcuts.module.css';

// Can be turned off: speech input and slips of the hand press single keys too.
const singleKeys = deviceSetting<'on' | 'off'>('single-keys', ['on', 'off']);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'));

/** Ctrl or ⌘ and K, also while a text is typed. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** The shortcuts, and the button and key that list them. Disabled while a dialog is open. */
export function Shortcuts(props: {
  shortcuts: readonly Shortcut[];
  onSearch?: (() => void) | undefined;
  slash?: 'everything' | 'screen' | undefined;
}) {
  const { shortcuts, onSearch, slash = 'everything' } = props;
  const [open, setOpen] = useState(false);
  const before = useRef<KeyPress | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (onSearch && isSearchKey(event) && !isLayerOpen()) {
        event.preventDefault();
        onSearch();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
      if (singleKeys.get() === 'off' || isTyping(event.target) || isLayerOpen()) return;
      const press = { key: event.key, at: event.timeStamp };
      const command = commandOf(shortcuts, press, before.current);
      before.current = press;
      if (command === null) return;
      event.preventDefault();
      if (command === 'sheet') setOpen(true);
      else if (command === 'search' && onSearch && slash === 'everything') onSearch();
      else if (command === 'search') document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
      else void navigate({ to: command });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, shortcuts, onSearch, slash]);
  return (
    <>
      <IconButton icon="keyboard" label={es.shortcuts.title} onClick={() => setOpen(true)} />
      {open ? <Sheet shortcuts={shortcuts} onSearch={onSearch} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Sheet(props: { shortcuts: readonly Shortcut[]; onSearch: (() => void) | undefined; onClose: () => void }) {
  const { shortcuts, onSearch, onClose } = props;
  const single = useSelector(singleKeys);
  const texts = es.shortcuts;
  return (
    <Dialog title={texts.title} size="medium" onClose={onClose}>
      <div className={css.groups}>
        <section className={css.group} data-off={single === 'off' || undefined}>
          <h3>{texts.single}</h3>
          <dl>
            {shortcuts.map(({ keys: [first, second], text }) => (
              <Row key={text} text={text}>
                <span>
                  <Key name={first.toUpperCase()} />
                </span>
                {second ? (
                  <span>
                    {` ${texts.andThen} `}
                    <Key name={second.toUpperCase()} />
                  </span>
                ) : null}
              </Row>
            ))}
          </dl>
          <Switch
            checked={single === 'on'}
            onChange={(on) => singleKeys.set(on ? 'on' : 'off')}
            help={texts.singleKeysHelp}
          >
            {texts.singleKeys}
          </Switch>
        </section>
        {texts.groups.map((group, place) => (
          <section key={group.title} className={css.group}>
            <h3>{group.title}</h3>
            <dl>
              {[...(onSearch && place === 0 ? [texts.everything] : []), ...group.rows].map(({ keys, text }) => (
                <Row key={text} text={text}>
                  <span>
                    {keys.map((key) => (
                      <Key key={key} name={key} />
                    ))}
                  </span>
                </Row>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const Row = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt>{children}</dt>
    <dd>{text}</dd>
  </div>
);

const Key = ({ name }: { name: string }) => <kbd className={css.key}>{name}</kbd>;
