import { MessagesScreen } from '../features/notices/messages-screen.tsx';
import { es } from './es.ts';
import css from './page.module.css';

/** What the lender's operators see at home: what the portal has told its people. */
export const OperatorHome = () => (
  <div className={css.page}>
    <h1 tabIndex={-1}>{es.operator.home}</h1>
    <MessagesScreen />
  </div>
);
