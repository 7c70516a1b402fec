import { adminPages } from "@/app/admin/admin-pages";
import type { LimitName } from "@/lib/base/rate-limit/limits";
import type { Permission } from "@/lib/people/auth/roles";

/**
 * Who may call an entry point. This table decides nothing at run time: each entry point authorises its callers itself.
 * Two tests enforce it: tests/unit/architecture/access.test.ts compares it with the source, and
 * tests/e2e/access.spec.ts calls the build's entry points as every kind of wrong caller.
 */
export type Audience =
  | "everyone"
  /** The holder of a secret link: an order's, or one that was mailed. */
  | "linkHolder"
  | "customer"
  /** A customer; an administrator only with the session's second factor. */
  | "accountHolder"
  /** An administrator whose session does not have the second factor yet. */
  | "adminByPassword"
  | "admin"
  /** An administrator who gave password and code within the last 15 minutes. */
  | "freshAdmin"
  /** A request that is signed with the webhook's secret. */
  | "stripe"
  | "resend"
  /** This process itself, identified by a key that never leaves it. */
  | "ownProcess"
  /** All callers on this machine, in local mode only. */
  | "localMode"
  /** A job of the queue. */
  | "worker";

/**
 * One entry point's rule. `isAudited`: an administrator's call writes a row of the audit log, or the shop does: when a
 * payment that the call settles has a fraud warning, and for a guest order's new address. `permission`: what an
 * administrator's role must include (lib/people/auth/roles.ts).
 */
export type Rule = {
  who: Audience;
  limits: readonly LimitName[];
  isAudited: boolean;
  permission?: Permission;
};

const rule = (who: Audience, ...limits: LimitName[]): Rule => ({ who, limits, isAudited: false });
const audited = (own: Rule): Rule => ({ ...own, isAudited: true });
const lookUps: LimitName[] = ["lookUps", "lookUpsOfDay"];
const mail: LimitName[] = ["mailTo", "mailToFrom"];
const signIn: LimitName[] = [...mail, "signIn", "signInAccount", "signInAddress", "signInDevice"];
const code: LimitName[] = ["code", "codeDevice", "codeOfAccount", "codeOfPassword"];
const staff = (permission: Permission): Rule => ({ ...rule("admin"), permission });
const admin = (permission: Permission, ...limits: LimitName[]): Rule =>
  audited({ ...rule("admin", ...limits), permission });
const freshStaff = (permission: Permission): Rule => ({ ...rule("freshAdmin"), permission });
const freshAdmin = (permission: Permission): Rule => audited({ ...rule("freshAdmin", ...code), permission });

/** Every page, by its address. */
export const pages: Record<string, Rule> = {
  ...Object.fromEntries(adminPages.map(({ href, permission }) => [href, staff(permission)])),
  "/": rule("everyone"),
  "/[platform]": rule("everyone"),
  "/[platform]/[service]": rule("everyone"),
  "/[platform]/checkout/[service]": rule("everyone"),
  "/[platform]/details/[service]": rule("everyone"),
  "/[platform]/post-selection": rule("everyone"),
  "/[platform]/reel-selection": rule("everyone"),
  "/accessibility": rule("everyone"),
  "/account-deleted": rule("everyone"),
  "/admin-auth": rule("everyone"),
  "/admin/catalog/history/[id]": staff("catalogue.read"),
  "/admin/confirm": staff("overview"),
  "/admin/customers/[id]": staff("customers.read"),
  "/admin/orders/[id]": staff("orders.read"),
  "/admin/orders/[id]/buyer": freshStaff("orders.read"),
  "/admin/refused": staff("overview"),
  "/admin/suppliers/[id]": staff("suppliers.read"),
  "/admin/suppliers/mapping": staff("suppliers.read"),
  "/admin/suppliers/margins": staff("numbers.read"),
  "/admin/suppliers/scorecard": staff("numbers.read"),
  "/admin/tickets/[id]": staff("tickets.read"),
  "/admin/tickets/replies": staff("tickets.read"),
  "/auth": rule("everyone"),
  "/auth/denied": rule("everyone"),
  "/auth/reset": rule("everyone"),
  "/auth/second-factor": rule("everyone"),
  "/auth/unverified": rule("everyone"),
  "/auth/verify": rule("everyone"),
  "/contact": rule("everyone"),
  "/contact/custom-package": rule("everyone"),
  "/contact/stop-orders": rule("everyone"),
  "/dashboard": rule("customer"),
  "/dev-mails": rule("localMode"),
  "/facts": rule("everyone"),
  "/imprint": rule("everyone"),
  "/legal/[kind]/[version]": rule("everyone"),
  "/order-email": rule("everyone"),
  "/order/[token]": rule("linkHolder"),
  "/order/[token]/withdraw": rule("linkHolder"),
  "/order/unknown": rule("everyone"),
  "/orders": rule("customer"),
  "/orders/[id]": rule("customer"),
  "/privacy": rule("everyone"),
  "/refunds": rule("everyone"),
  "/reviews": rule("everyone"),
  "/reviews/older": rule("everyone"),
  "/settings": rule("accountHolder"),
  "/settings/confirm-email": rule("accountHolder"),
  "/success": rule("everyone"),
  "/terms": rule("everyone"),
  "/tickets": rule("customer", "readTickets"),
  "/tickets/[id]": rule("customer", "readTickets"),
  "/track": rule("everyone"),
  "/withdraw": rule("everyone"),
};

/** Every route, by method and address. Other methods are answered 405 or 404. */
export const routes: Record<string, Rule> = {
  "GET /.well-known/security.txt": rule("everyone"),
  "GET /admin/orders/[id]/evidence.json": audited(freshStaff("evidence.download")),
  "GET /admin/orders/[id]/evidence.pdf": audited(freshStaff("evidence.download")),
  "GET /admin/orders/export": audited(freshStaff("orders.export")),
  "GET /api/auth/[...nextauth]": rule("everyone", "googleReturn"),
  "GET /api/health": rule("everyone"),
  "GET /api/image-proxy": rule("everyone", "imageProxy"),
  "GET /api/me": rule("customer"),
  "GET /api/orders/[token]/events": rule("linkHolder", "orderStream"),
  "GET /api/orders/events": rule("customer", "orderStream"),
  "GET /api/social-proof": rule("everyone"),
  "GET /api/views": rule("everyone", "pageView"),
  "GET /auth/leave": rule("everyone"),
  "GET /dev-mails/[kind]": rule("localMode"),
  "GET /logo/[hash]": rule("everyone"),
  "GET /settings/export": audited(rule("accountHolder", "exportData")),
  "GET /swell.svg": rule("everyone"),
  "POST /api/functions/create-order": audited(
    rule("everyone", "checkoutLookUps", "checkoutLookUpsOfDay", "createOrder"),
  ),
  "POST /api/functions/get-instagram-posts": rule("everyone", ...lookUps, "posts"),
  "POST /api/functions/get-tiktok-posts": rule("everyone", ...lookUps, "posts"),
  "POST /api/functions/get-tiktok-profile": rule("everyone", ...lookUps, "profileLookup", "profileSearch"),
  "POST /api/functions/instagram-profile-lookup": rule(
    "everyone",
    ...lookUps,
    "profileLookup",
    "profileSearch",
  ),
  "POST /api/functions/verify-payment": audited(rule("everyone", "unknownSession", "verifyPayment")),
  "POST /api/passkeys/challenge": rule("everyone", "passkeyChallenge"),
  "POST /api/revalidate": rule("ownProcess"),
  "POST /api/webhooks/resend": rule("resend"),
  "POST /api/webhooks/stripe": rule("stripe"),
  "POST /auth/sign-out": rule("everyone"),
};

/** Public files: icons, and the files that search engines request. */
export const files = ["/apple-icon", "/icon.svg", "/opengraph-image", "/robots.txt", "/sitemap.xml"];

/**
 * Every server action, by file and name. Next makes its id of both: renaming either breaks the previous release's
 * pages.
 */
export const actions: Record<string, Record<string, Rule>> = {
  "app/(account)/auth/actions.ts": {
    signInAction: rule("everyone", ...signIn),
    secondFactorAction: audited(rule("everyone", ...code)),
    passkeySignInAction: rule("everyone", "passkeySignIn"),
    signUpAction: rule("everyone", ...mail, "signUp"),
    googleSignInAction: rule("everyone", "googleSignIn"),
    verifyEmailAction: rule("linkHolder", "accountLink"),
    renewVerificationAction: rule("linkHolder", "accountLink", ...mail),
    requestResetAction: rule("everyone", "accountLink", ...mail),
    resetPasswordAction: audited(rule("linkHolder", "accountLink")),
  },
  "app/(account)/dashboard/support-actions.ts": {
    openOwnTicketAction: rule("customer", ...mail, "openTicket", "ticketsOfAccount"),
  },
  "app/(account)/orders/actions.ts": {
    loadOrdersAction: rule("customer"),
  },
  "app/(account)/settings/actions.ts": {
    changeNameAction: rule("accountHolder"),
    changeEmailAction: audited(
      rule("accountHolder", "accountLink", "emailChange", ...mail, "reauthentication"),
    ),
    changePasswordAction: audited(rule("accountHolder", "reauthentication")),
    sendPasswordLinkAction: rule("accountHolder", "accountLink", ...mail),
    disconnectGoogleAction: audited(rule("accountHolder", "reauthentication")),
    revokeSessionAction: audited(rule("accountHolder")),
    signOutEverywhereAction: audited(rule("accountHolder")),
    deleteAccountAction: audited(rule("accountHolder", "reauthentication")),
  },
  "app/(account)/settings/sign-in-actions.ts": {
    beginPasskeyAction: audited(rule("accountHolder", ...code, "reauthentication")),
    addPasskeyAction: audited(rule("accountHolder")),
    removePasskeyAction: audited(rule("accountHolder", "reauthentication")),
    beginSecondFactorAction: rule("accountHolder", "reauthentication"),
    turnOnSecondFactorAction: audited(rule("accountHolder", ...code)),
    turnOffSecondFactorAction: audited(rule("accountHolder", ...code, "reauthentication")),
    replaceRecoveryCodesAction: audited(rule("accountHolder", ...code, "reauthentication")),
  },
  "app/(account)/settings/confirm-email/actions.ts": {
    confirmEmailAction: audited(rule("accountHolder", "accountLink")),
  },
  "app/(account)/tickets/actions.ts": {
    replyAction: rule("customer", "replyToTicket"),
    closeAction: rule("customer"),
  },
  "app/(purchase)/order/[token]/actions.ts": {
    payAgainAction: audited(rule("linkHolder", "createOrder")),
    requestAction: rule("linkHolder", ...lookUps, "orderRequest"),
    fixTargetAction: rule("linkHolder", ...lookUps, "profileLookup"),
    objectAction: rule("linkHolder", "orderRequest"),
    correctEmailAction: audited(rule("linkHolder", ...mail, "orderEmail", "orderRequest")),
    saveReviewAction: rule("linkHolder", "review"),
    removeReviewAction: rule("linkHolder", "review"),
  },
  "app/(purchase)/order/[token]/withdraw/actions.ts": {
    withdrawOrderAction: rule("linkHolder", "withdrawal"),
  },
  "app/(purchase)/order-email/actions.ts": {
    confirmOrderEmailAction: audited(rule("linkHolder", "accountLink")),
  },
  "app/(storefront)/contact/actions.ts": {
    openTicketAction: rule("everyone", ...mail, "openTicket", "ticketsOfAccount"),
  },
  "app/(storefront)/track/actions.ts": {
    trackAction: rule("everyone", ...mail, "tracking"),
  },
  "app/(storefront)/withdraw/actions.ts": {
    withdrawAction: rule("everyone", ...mail, "withdrawal"),
  },
  "app/admin-auth/actions.ts": {
    adminSignInAction: rule("everyone", ...signIn),
    openAdminAction: audited(rule("adminByPassword", ...code)),
    finishSetUpAction: audited(rule("adminByPassword", ...code)),
  },
  "app/admin/audit/actions.ts": {
    checkAuditAction: staff("audit.read"),
  },
  "app/admin/blocks/actions.ts": {
    addBlockAction: admin("blocks.change"),
    removeBlockAction: freshAdmin("blocks.change"),
  },
  "app/admin/catalog/actions.ts": {
    updatePackageAction: freshAdmin("catalogue.change"),
    createPackageAction: freshAdmin("catalogue.change"),
    updateAddOnAction: freshAdmin("catalogue.change"),
    createAddOnAction: freshAdmin("catalogue.change"),
    reorderEntriesAction: freshAdmin("catalogue.change"),
    updateServiceAction: freshAdmin("catalogue.change"),
  },
  "app/admin/confirm/actions.ts": {
    confirmAction: freshAdmin("overview"),
  },
  "app/admin/customers/actions.ts": {
    grantRoleAction: freshAdmin("roles.change"),
    revokeRoleAction: freshAdmin("roles.change"),
    signOutCustomerAction: admin("customers.change"),
    resendVerificationAction: admin("customers.change", ...mail),
    anonymizeCustomerAction: freshAdmin("customers.erase"),
    removeSecondFactorAction: freshAdmin("customers.change"),
  },
  "app/admin/fulfillment/actions.ts": {
    attachProviderOrderAction: freshAdmin("fulfillment.change"),
    resubmitItemAction: freshAdmin("fulfillment.change"),
    cancelItemAction: freshAdmin("fulfillment.change"),
    cancelAtSupplierAction: freshAdmin("fulfillment.change"),
    startManuallyAction: freshAdmin("fulfillment.change"),
    completeManuallyAction: freshAdmin("fulfillment.change"),
    requestRefillAction: admin("fulfillment.change"),
    decideRefillAction: freshAdmin("fulfillment.change"),
  },
  "app/admin/going-live/actions.ts": {
    saveClaimAction: admin("legal.change"),
    sendTestMailAction: admin("operations.change"),
    confirmTestMailAction: admin("operations.change"),
  },
  "app/admin/legal/actions.ts": {
    publishTextAction: freshAdmin("legal.change"),
  },
  "app/admin/now/actions.ts": {
    snoozeAction: admin("matters.snooze"),
  },
  "app/admin/operations/actions.ts": {
    retryJobAction: admin("operations.change"),
    resendMailAction: admin("mails.resend"),
    closeAlertAction: admin("operations.change"),
  },
  "app/admin/orders/[id]/actions.ts": {
    refundOrderAction: freshAdmin("refunds.request"),
    releaseRefundAction: freshAdmin("refunds.decide"),
    retryRefundAction: freshAdmin("refunds.request"),
    markPaidAnotherWayAction: freshAdmin("refunds.request"),
    dropRefundAction: freshAdmin("refunds.decide"),
    blockOrderAction: admin("orders.change"),
    unblockOrderAction: freshAdmin("orders.change"),
    clearFlagAction: admin("orders.change"),
    clearOrderAlertAction: admin("orders.change"),
  },
  "app/admin/reviews/actions.ts": {
    hideReviewAction: admin("reviews.change"),
    showReviewAction: admin("reviews.change"),
  },
  "app/admin/settings/actions.ts": {
    saveTextsAction: admin("settings.change"),
    saveAccentsAction: admin("settings.change"),
    saveAddressesAction: freshAdmin("settings.change"),
    saveRefundLimitsAction: freshAdmin("settings.change"),
    saveDeliveryAction: freshAdmin("settings.change"),
    saveRefundCeilingsAction: freshAdmin("settings.change"),
    saveBeforePayingAction: admin("settings.change"),
    saveLogoAction: admin("settings.change"),
    removeLogoAction: admin("settings.change"),
    saveSalesAction: freshAdmin("settings.change"),
    saveReplacementsAction: freshAdmin("settings.change"),
    saveTelegramAction: freshAdmin("settings.change"),
    testTelegramAction: admin("settings.change"),
  },
  "app/admin/suppliers/actions.ts": {
    addSupplierAction: freshAdmin("suppliers.change"),
    updateSupplierAction: freshAdmin("suppliers.change"),
    addErrorRuleAction: freshAdmin("suppliers.change"),
    pauseSupplierAction: admin("suppliers.operate"),
    testConnectionAction: admin("suppliers.operate"),
    refreshBalancesAction: admin("suppliers.operate"),
    importServicesAction: admin("mappings.change"),
    mapServiceAction: freshAdmin("mappings.change"),
    unmapServiceAction: freshAdmin("mappings.change"),
    reorderMappingsAction: freshAdmin("mappings.change"),
  },
  "app/admin/tickets/actions.ts": {
    answerTicketAction: admin("tickets.change"),
    setTicketStatusAction: admin("tickets.change"),
    fillReplyAction: staff("tickets.read"),
    saveReplyAction: admin("tickets.change"),
    deleteReplyAction: admin("tickets.change"),
  },
};

/** The jobs that write to the audit log. Only workers run jobs, and only the shop's code adds them to the queue. */
export const auditedJobs = [
  "anchor-audit",
  "handle-stripe-event",
  "prefer-best-suppliers",
  "recheck-quarantine",
  "reconcile-payments",
  "send-mail",
  "settle-withdrawal",
];
