import {
  proposeAlias as aliasRoute,
  getReceiver,
  listReceivers,
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import {
  downloadNoticeEvidence,
  getReceiverContacts,
  recordNotice as recordRoute,
  removeReceiverContact,
  saveReceiverContact,
  setReceiverReminders,
} from '@anticipa/contract/receiver-contacts';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { oneAtATime } from '../approvals/submit.ts';
import type { Deps } from '../deps.ts';
import { isAlias } from '../invoices/aliases.ts';
import { agreePolicy, confirmProgramme, decideOn, limitReceiver, proposeAlias } from './commands.ts';
import { contactsAndNotices } from './contact-queries.ts';
import { removeContact, saveContact, switchReminders } from './contacts.ts';
import { readEvidence, recordNotice } from './notices.ts';
import { receiverById, receivers } from './queries.ts';

/**
 * A change of a receiver; an alias has nothing of its own to change. Asked after the change, which has locked the receiver: it
 * may become an alias meanwhile.
 */
const changing =
  <B, R>(change: (work: OperatorWork, companyId: string, body: B) => Promise<Outcome<R>>) =>
  async (
    work: OperatorWork,
    { params: { companyId }, body }: { readonly params: { readonly companyId: string }; readonly body: B },
  ) => {
    const changed = await change(work, companyId, body);
    return (await isAlias(work, companyId)) ? refuse('RECEIVER_IS_ALIAS') : changed;
  };

export const receiversRoutes: readonly Served<Deps>[] = [
  read(listReceivers, async (work, { query }) => done(await receivers(work, query))),
  read(getReceiver, async (work, { params }) => {
    const data = await receiverById(work, params.companyId);
    return data ? done({ data }) : refuse('NOT_FOUND');
  }),
  write(setReceiverStatus, changing(decideOn)),
  write(setReceiverLimit, changing(limitReceiver), { broken: oneAtATime }),
  write(setPaymentPolicy, changing(agreePolicy)),
  write(setProgramme, changing(confirmProgramme)),
  write(aliasRoute, changing(proposeAlias), { broken: oneAtATime }),
  read(getReceiverContacts, async (work, { params }) => {
    const found = await contactsAndNotices(work, params.companyId);
    return found ? done(found) : refuse('NOT_FOUND');
  }),
  write(saveReceiverContact, changing(saveContact), {
    broken: { receiver_contacts_known: refuseEach('CONTACT_KNOWN', ['email']) },
  }),
  write(setReceiverReminders, changing(switchReminders)),
  write(removeReceiverContact, (work, { params }) => removeContact(work, params)),
  serve(recordRoute, (deps, { caller, params, body }) => recordNotice(deps, caller, params, body)),
  serve(downloadNoticeEvidence, (deps, { caller, params }) => readEvidence(deps, caller, params)),
];
