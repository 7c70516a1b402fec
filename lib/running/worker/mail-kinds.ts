import { requestDecidedMail } from "@/lib/buyer/requests/request-decided-mail";
import { withdrawalReceivedMail } from "@/lib/buyer/withdrawal/withdrawal-received-mail";
import { deliveryStartedMail } from "@/lib/delivery/progress/delivery-started-mail";
import { targetUnreachableMail } from "@/lib/delivery/submit/target-unreachable-mail";
import type { MailKinds } from "@/lib/mail/queue/mail";
import { operatorAlertMail } from "@/lib/mail/queue/operator-alert-mail";
import { testMail } from "@/lib/mail/queue/test-mail";
import { orderConfirmedMail, paymentFailedMail } from "@/lib/money/payments/payment-mails";
import { orderRefundedMail } from "@/lib/money/refunds/order-refunded-mail";
import { deliveryCompletedMail } from "@/lib/orders/order/delivery-completed-mail";
import {
  accountDeletedMail,
  accountExistsMail,
  administratorMail,
  codesGuessedMail,
  confirmNewEmailMail,
  emailChangedMail,
  ordersLinkedMail,
  passwordChangedMail,
  resetPasswordMail,
  signInChangedMail,
  verifyEmailMail,
} from "@/lib/people/customers/account-mails";
import { adminInvitedMail } from "@/lib/people/customers/admin-invited-mail";
import { confirmOrderEmailMail, orderEmailChangedMail } from "@/lib/people/customers/order-email-mails";
import { trackingLinkMail } from "@/lib/people/customers/tracking-link-mail";
import { ticketAnsweredMail, ticketOpenedMail, ticketReceivedMail } from "@/lib/people/support/ticket-mails";

const list = [
  verifyEmailMail,
  accountExistsMail,
  resetPasswordMail,
  administratorMail,
  passwordChangedMail,
  signInChangedMail,
  codesGuessedMail,
  confirmNewEmailMail,
  emailChangedMail,
  ordersLinkedMail,
  accountDeletedMail,
  adminInvitedMail,
  orderConfirmedMail,
  paymentFailedMail,
  deliveryStartedMail,
  deliveryCompletedMail,
  orderRefundedMail,
  targetUnreachableMail,
  requestDecidedMail,
  confirmOrderEmailMail,
  orderEmailChangedMail,
  trackingLinkMail,
  withdrawalReceivedMail,
  ticketReceivedMail,
  ticketAnsweredMail,
  ticketOpenedMail,
  testMail,
  operatorAlertMail,
];

/** Every kind of mail, in the order of the preview page. */
export const mailKinds: MailKinds = new Map(list.map((mail) => [mail.kind, mail]));
