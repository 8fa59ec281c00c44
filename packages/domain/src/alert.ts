/** Rules for closing an alert of the lender's operators. */

/** Event that closed an alert by itself: the deposit paid, the order ended, or the money identified or sent back. */
export const alertCauses = ['paid', 'identified', 'sent-back', 'ended'] as const;
export type AlertCause = (typeof alertCauses)[number];

/** Whether it is about money or the books, which do not mend once an operator has read of them. `subject` is `noun:id`. */
export const isAboutMoney = (subject: string): boolean => /^(transfer|received-transfer|books):/.test(subject);
