import { figureRoles, type TodayFigure } from '@anticipa/contract/today';
import type { OperatorRole } from '@anticipa/domain/operator';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { todayQuery } from '../../features/today/api.ts';
import { mayWith } from '../../lib/may.ts';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DESKTOP, useMedia } from '../../ui/use-media.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import css from '../menu.module.css';
import { es } from './es.ts';
import { menuGroups, menuOf } from './screens.ts';

const LOGOUT = { to: paths.logout, title: es.logout, icon: 'logout', group: 'own', also: undefined } as const;
type Item = ReturnType<typeof menuOf>[number] | typeof LOGOUT;

/** On a phone the rest is behind 'Más'. */
const PHONE_ITEMS = 3;

/** [DIN-52] The desk's menu: groups in the sidebar, a bar at the bottom of a phone. */
export function DeskMenu() {
  const isDesktop = useMedia(DESKTOP);
  const [isOpen, setOpen] = useState(false);
  const { roles } = useUser();
  const items: readonly Item[] = [...menuOf(roles), LOGOUT];
  const first = isDesktop ? items : firstOf(items, roles);
  const hidden = items.filter((item) => !first.includes(item));
  return (
    <>
      <nav aria-label={es.menu} className={css.menu}>
        {isDesktop ? <Groups of={first} /> : <Links of={first} />}
        {hidden.length > 0 ? (
          <button type="button" className={css.item} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="list" size={20} />
            {es.more}
          </button>
        ) : null}
      </nav>
      {isOpen ? (
        <Dialog title={es.more} size="medium" onClose={() => setOpen(false)}>
          <div className={css.more}>
            <Links of={hidden} onChosen={() => setOpen(false)} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

const figuresOf = (item: Item): readonly TodayFigure[] => ('counts' in item ? (item.counts ?? []) : []);

const dailyOf = (item: Item): readonly OperatorRole[] => ('daily' in item ? (item.daily ?? []) : []);

const actsOn = (roles: readonly OperatorRole[]) => (figure: TodayFigure) =>
  mayWith(roles, { roles: figureRoles[figure].act });

/** The first screen, and those of the operator's daily work. */
function firstOf(items: readonly Item[], roles: readonly OperatorRole[]): readonly Item[] {
  const [start, ...others] = items;
  // Every role sees alerts and proposals, and nobody's day is spent on the state of systems.
  const isDaily = (item: Item) =>
    item.group !== 'day' &&
    (mayWith(roles, { roles: dailyOf(item) }) ||
      figuresOf(item).some(
        (figure) => !['proposals', 'requests', 'systems'].includes(figure) && actsOn(roles)(figure),
      ));
  return [...(start ? [start] : []), ...others.filter(isDaily), ...others.filter((item) => !isDaily(item))].slice(
    0,
    PHONE_ITEMS,
  );
}

/** The first and the last group need no heading. */
const Groups = ({ of }: { of: readonly Item[] }) =>
  menuGroups.map((group) => {
    const items = of.filter((item) => item.group === group);
    if (items.length === 0) return null;
    if (group === 'day' || group === 'own') return <Links key={group} of={items} />;
    return (
      <section key={group} aria-label={es.groups[group]} className={css.group}>
        <span aria-hidden="true" className={css.groupName}>
          {es.groups[group]}
        </span>
        <Links of={items} />
      </section>
    );
  });

/** In the bar a link has its own look; the sheet styles its children. */
function Links({ of, onChosen }: { of: readonly Item[]; onChosen?: () => void }) {
  const matchRoute = useMatchRoute();
  const { data } = useQuery(todayQuery);
  const { roles } = useUser();
  const waits = (item: Item): number => {
    const own = figuresOf(item).filter(actsOn(roles));
    return data?.figures.reduce((sum, { figure, count }) => (own.includes(figure) ? sum + count : sum), 0) ?? 0;
  };
  return of.map((item) => {
    const { to, title, icon, also } = item;
    const isNear = also !== undefined && matchRoute({ to: also }) !== false;
    const look = onChosen ? undefined : `${css.item} ${isNear ? 'active' : ''}`;
    const count = waits(item);
    return (
      <Link key={to} to={to} className={look} aria-current={isNear || undefined} preload={false} onClick={onChosen}>
        <Icon name={icon} size={20} />
        {title}
        {count > 0 ? (
          <span className={css.count}>
            {count.toLocaleString('es-MX')}
            <VisuallyHidden> {es.waits}</VisuallyHidden>
          </span>
        ) : null}
      </Link>
    );
  });
}
