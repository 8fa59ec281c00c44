/** When an alert for the lender's operators may be closed. */

/** What ended an alert by itself: the deposit was paid, or the order came to its end; the money was identified or sent back. */
export const alertCauses = ['paid', 'identified', 'sent-back', 'ended'] as const;
export type AlertCause = (typeof alertCauses)[number];

/** Whether it is about money, which does not disappear once an operator has read of it. `subject` is `noun:id`. */
export const isAboutMoney = (subject: string): boolean => /^(transfer|received-transfer):/.test(subject);
