import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/page.tsx';
import { Keys } from './components/keys.tsx';
import { Webhooks } from './components/webhooks.tsx';
import { es } from './es.ts';

/** [LLA-06] [WEB-07] The keys of the company's programs and the endpoints for events, for its administrators. */
export function ProgramsScreen() {
  return (
    <Page
      title={es.title}
      intro={es.intro}
      back={{ to: paths.profile, label: es.back }}
      aside={
        <a href="/v1/docs" target="_blank" rel="noreferrer">
          {es.docs}
        </a>
      }
    >
      <Keys />
      <Webhooks />
    </Page>
  );
}
