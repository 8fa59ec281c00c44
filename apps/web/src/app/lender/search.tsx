import { listClients } from '@anticipa/contract/lender-clients';
import { listReceivers } from '@anticipa/contract/lender-receivers';
import { useMemo } from 'react';
import { es } from '../../features/search/es.ts';
import { SearchDialog, type SearchSource } from '../../features/search/search-dialog.tsx';
import { groupOf, type Hit, placesOf } from '../../features/search/view-model.ts';
import { call } from '../../lib/api-client.ts';
import { isFound } from '../../lib/found-words.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { deskActionsOf } from './actions.ts';
import { menuOf } from './screens.ts';

/** Parties of each kind that are shown; the screen of each searches all of them. */
const PARTIES = 4;

const partiesOf = (kind: 'clients' | 'receivers', parties: readonly Omit<Hit, 'amount'>[]) =>
  groupOf(
    kind,
    'userAdmin',
    parties.length,
    parties.slice(0, PARTIES).map((party) => ({ ...party, amount: null })),
  );

/** [BUS-03] The search of the desk: actions and screens of the operator's roles, clients and receivers. */
export function DeskSearch({ onClose }: { onClose: () => void }) {
  const { roles } = useUser();
  const mayFindReceivers = useMay(listReceivers);
  const source = useMemo((): SearchSource => {
    const actions = deskActionsOf(roles);
    const screens = menuOf(roles).map(({ to, title, heading }) => ({
      title: heading,
      text: title,
      link: { to },
    }));
    return {
      label: es.desk.label,
      hint: es.desk.hint,
      ask: async (search, signal) => {
        const [clients, receivers] = await Promise.all([
          call(listClients, { query: { search }, signal }),
          mayFindReceivers ? call(listReceivers, { query: { search }, signal }) : { data: [] },
        ]);
        return [
          partiesOf(
            'clients',
            clients.data.map(({ clientId, entityName, rfc }) => ({
              key: clientId,
              title: entityName,
              note: rfc,
              target: { to: lenderPaths.client, params: { clientId } },
            })),
          ),
          partiesOf(
            'receivers',
            receivers.data.map(({ companyId, name, rfc }) => ({
              key: companyId,
              title: name,
              note: rfc,
              target: { to: lenderPaths.receiver, params: { companyId } },
            })),
          ),
        ];
      },
      places: (text) => {
        if (text === '') return placesOf(actions, []);
        const found = actions.filter((action) => isFound([action.title, action.text, ...action.keywords], text));
        return placesOf(
          found,
          screens.filter(({ title, text: name }) => isFound([title, name], text)),
        );
      },
    };
  }, [roles, mayFindReceivers]);
  return <SearchDialog source={source} onClose={onClose} />;
}
