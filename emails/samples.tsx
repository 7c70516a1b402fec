import type { ReactElement } from "react";
import type { MailKind } from "@/lib/mail/queue/mails";
import {
  AccountDeletedMail,
  AccountExistsMail,
  CodesGuessedMail,
  ConfirmNewEmailMail,
  EmailChangedMail,
  OrdersLinkedMail,
  PasswordChangedMail,
  ResetPasswordMail,
  SignInChangedMail,
  VerifyEmailMail,
} from "./account";
import type { MailShop } from "./layout";
import { OrderConfirmedMail, OrderRefundedMail, WithdrawalReceivedMail } from "./order-payment";
import {
  ConfirmOrderEmailMail,
  DeliveryCompletedMail,
  DeliveryStartedMail,
  OrderEmailChangedMail,
  PaymentFailedMail,
  RequestDecidedMail,
  TargetUnreachableMail,
  TrackingLinkMail,
} from "./order-progress";
import { OperatorAlertMail, TestMail, TicketAnsweredMail, TicketReceivedMail } from "./support";

/** One mail of every kind with invented facts, for the preview page. */
export function sampleMails(shop: MailShop): Record<MailKind, ReactElement> {
  const order = {
    shop,
    orderUrl: `${shop.origin}/order/sample`,
    shortId: "5f3c9a1e",
    what: "Instagram followers for @wanderwithmara",
  };
  const ticket = {
    shop,
    subject: "Order Support: 5f3c9a1e",
    ticketUrl: `${shop.origin}/tickets/sample`,
  };
  const message =
    "Hello,\n\nmy order has been at 60 percent since this morning. Is everything all right?\n\nMara";
  return {
    "verify-email": <VerifyEmailMail shop={shop} url={`${shop.origin}/auth/verify?token=sample`} />,
    "account-exists": <AccountExistsMail shop={shop} />,
    "reset-password": <ResetPasswordMail shop={shop} url={`${shop.origin}/auth/reset?token=sample`} />,
    "password-changed": <PasswordChangedMail shop={shop} />,
    "sign-in-changed": <SignInChangedMail shop={shop} change="passkey-added" />,
    "codes-guessed": <CodesGuessedMail shop={shop} />,
    "confirm-new-email": (
      <ConfirmNewEmailMail shop={shop} url={`${shop.origin}/settings/confirm-email?token=sample`} />
    ),
    "email-changed": <EmailChangedMail shop={shop} newEmailMasked="m•••@example.com" />,
    "orders-linked": <OrdersLinkedMail shop={shop} count={3} />,
    "account-deleted": <AccountDeletedMail shop={shop} />,
    "order-confirmed": (
      <OrderConfirmedMail
        {...order}
        outlook="on_its_way"
        lines={[
          { label: "1,000 followers", count: 1, amount: "$13.49" },
          { label: "+500 followers", count: 2, amount: "$7.48" },
        ]}
        total="$20.97"
        paidAt="Nov 20, 2026, 9:41 AM UTC"
        agreed={{
          statement: "By paying you agree to the Terms of Service and the Refund Policy.",
          texts: [
            {
              title: "Terms of Service, version 1",
              url: `${shop.origin}/legal/terms/1`,
              lines: ["1. Use", "You may order for accounts that are yours."],
            },
          ],
        }}
        withdrawUrl={`${order.orderUrl}/withdraw`}
      />
    ),
    "confirm-order-email": (
      <ConfirmOrderEmailMail
        shop={shop}
        shortId={order.shortId}
        url={`${shop.origin}/order-email?token=sample`}
      />
    ),
    "order-email-changed": (
      <OrderEmailChangedMail shop={shop} shortId={order.shortId} newEmailMasked="m•••@example.com" />
    ),
    "payment-failed": <PaymentFailedMail {...order} />,
    "delivery-started": <DeliveryStartedMail {...order} />,
    "delivery-completed": (
      <DeliveryCompletedMail {...order} quantity="2,000 followers" delivered={null} refillDays={5} />
    ),
    "order-refunded": (
      <OrderRefundedMail {...order} cause="partial" amount="$2.12" delivered="1,843 of 2,000 followers" />
    ),
    "target-unreachable": (
      <TargetUnreachableMail
        {...order}
        target="account"
        link="https://www.instagram.com/wanderwithmara/"
        fixBy="Nov 23, 2026, 9:41 AM UTC"
      />
    ),
    "request-decided": (
      <RequestDecidedMail
        {...order}
        title="Our decision on your request"
        isAsked
        decisions={[
          {
            target: null,
            message:
              "By our own count, 120 followers have dropped since the delivery. We have asked for them to be delivered again, at no cost to you.",
            lookAgainAt: "Nov 23, 2026, 9:41 AM UTC",
          },
        ]}
      />
    ),
    "tracking-link": <TrackingLinkMail {...order} />,
    "withdrawal-received": (
      <WithdrawalReceivedMail
        {...order}
        orderNumber={order.shortId}
        name="Mara Lindqvist"
        isUnconfirmed={false}
        statedAt="Nov 21, 2026, 6:02 PM UTC"
        answer="1,240 of 2,000 followers had been delivered when you withdrew. That part stays paid, because you had agreed that we begin at once. $7.97 for the rest goes back to the card or account you paid with. We send it without delay, at the latest 14 days after your withdrawal, and banks show it within 7 to 10 business days."
      />
    ),
    "ticket-received": <TicketReceivedMail {...ticket} message={message} />,
    "ticket-answered": (
      <TicketAnsweredMail
        {...ticket}
        answer={
          "Hello Mara,\n\nthe rest arrives more slowly, so that it looks natural. It will be complete tomorrow."
        }
        message={message}
      />
    ),
    "test-mail": <TestMail shop={shop} />,
    "operator-alert": (
      <OperatorAlertMail
        shop={shop}
        kind="low_balance"
        message="Supplier Northwind has $12.40 left, less than the $20.00 you asked for. Top it up, or orders will wait."
        adminUrl={`${shop.origin}/admin/now`}
      />
    ),
  };
}
