import type { LimitName } from "@/lib/rate-limit/limits";

/**
 * Who may call an entry point. This table decides nothing at run time: each entry point authorises its callers itself.
 * Two tests enforce it: tests/unit/architecture/access.test.ts compares it with the source, and tests/e2e/access.spec.ts
 * calls the build's entry points as every kind of wrong caller.
 */
export type Caller =
  | "everyone"
  /** The holder of a secret link: an order's, or one that was mailed. */
  | "linkHolder"
  | "customer"
  /** A customer; an administrator only with the session's second factor. */
  | "owner"
  /** An administrator whose session does not have the second factor yet. */
  | "adminByPassword"
  | "admin"
  /** An administrator who gave password and code within the last 15 minutes. */
  | "freshAdmin"
  /** A request signed with the webhook's secret. */
  | "stripe"
  /** This process, by a key that never leaves it. */
  | "ownProcess"
  /** All callers on this machine, in local mode only. */
  | "localMode"
  /** A job of the queue. */
  | "worker";

/** One entry point's rule. `isAudited`: an administrator's call writes a row of the audit log. */
export type Rule = { who: Caller; limits: readonly LimitName[]; isAudited: boolean };

const rule = (who: Caller, ...limits: LimitName[]): Rule => ({ who, limits, isAudited: false });
const audited = (own: Rule): Rule => ({ ...own, isAudited: true });
const mail: LimitName[] = ["mailTo", "mailToFrom"];
const signIn: LimitName[] = [...mail, "signIn", "signInAccount", "signInAddress", "signInDevice"];
const code: LimitName[] = ["code", "codeDevice", "codeOfAccount"];
const admin = audited(rule("admin"));
const freshAdmin = audited(rule("freshAdmin", ...code));

/** Every page, by its address. */
export const pages: Record<string, Rule> = {
  "/": rule("everyone"),
  "/[platform]": rule("everyone"),
  "/[platform]/[service]": rule("everyone"),
  "/[platform]/checkout/[service]": rule("everyone"),
  "/[platform]/details/[service]": rule("everyone"),
  "/[platform]/post-selection": rule("everyone"),
  "/[platform]/reel-selection": rule("everyone"),
  "/account-deleted": rule("everyone"),
  "/admin": rule("admin"),
  "/admin-auth": rule("everyone"),
  "/admin/audit": rule("admin"),
  "/admin/blocks": rule("admin"),
  "/admin/catalog": rule("admin"),
  "/admin/catalog/history/[id]": rule("admin"),
  "/admin/customers": rule("admin"),
  "/admin/customers/[id]": rule("admin"),
  "/admin/fulfillment": rule("admin"),
  "/admin/going-live": rule("admin"),
  "/admin/numbers": rule("admin"),
  "/admin/operations": rule("admin"),
  "/admin/orders/[id]": rule("admin"),
  "/admin/reviews": rule("admin"),
  "/admin/settings": rule("admin"),
  "/admin/suppliers": rule("admin"),
  "/admin/suppliers/[id]": rule("admin"),
  "/admin/suppliers/mapping": rule("admin"),
  "/admin/suppliers/margins": rule("admin"),
  "/admin/tickets/[id]": rule("admin"),
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
  "/order/[token]": rule("linkHolder"),
  "/orders": rule("customer"),
  "/orders/[id]": rule("customer"),
  "/privacy": rule("everyone"),
  "/refunds": rule("everyone"),
  "/reviews": rule("everyone"),
  "/reviews/older": rule("everyone"),
  "/settings": rule("owner"),
  "/settings/confirm-email": rule("owner"),
  "/success": rule("everyone"),
  "/terms": rule("everyone"),
  "/tickets": rule("customer"),
  "/tickets/[id]": rule("customer"),
  "/track": rule("everyone"),
};

/** Every route, by method and address. Other methods are answered 405 or 404. */
export const routes: Record<string, Rule> = {
  "GET /.well-known/security.txt": rule("everyone"),
  "GET /admin/orders/[id]/evidence.json": audited(rule("admin")),
  "GET /admin/orders/[id]/evidence.pdf": audited(rule("admin")),
  "GET /admin/orders/export": audited(rule("admin")),
  "GET /api/auth/[...nextauth]": rule("everyone"),
  "GET /api/health": rule("everyone"),
  "GET /api/image-proxy": rule("everyone", "imageProxy"),
  "GET /api/me": rule("customer"),
  "GET /api/orders/[token]/events": rule("linkHolder", "orderStream"),
  "GET /api/orders/events": rule("customer", "orderStream"),
  "GET /api/social-proof": rule("everyone"),
  "GET /api/views": rule("everyone", "pageView"),
  "GET /auth/leave": rule("everyone"),
  "GET /dev-mails/[kind]": rule("localMode"),
  "GET /settings/export": audited(rule("owner", "exportData")),
  "GET /swell.svg": rule("everyone"),
  "POST /api/functions/create-order": rule("everyone", "createOrder"),
  "POST /api/functions/get-instagram-posts": rule("everyone", "posts"),
  "POST /api/functions/get-tiktok-posts": rule("everyone", "posts"),
  "POST /api/functions/get-tiktok-profile": rule("everyone", "profileLookup", "profileSearch"),
  "POST /api/functions/instagram-profile-lookup": rule("everyone", "profileLookup", "profileSearch"),
  "POST /api/functions/verify-payment": rule("everyone", "verifyPayment"),
  "POST /api/passkeys/challenge": rule("everyone", "passkeyChallenge"),
  "POST /api/revalidate": rule("ownProcess"),
  "POST /api/webhooks/stripe": rule("stripe"),
  "POST /auth/sign-out": rule("everyone"),
};

/** Public files: icons, and what search engines request. */
export const files = ["/apple-icon", "/icon.svg", "/opengraph-image", "/robots.txt", "/sitemap.xml"];

/** Every server action, by its file and name. */
export const actions: Record<string, Record<string, Rule>> = {
  "app/(account)/auth/actions.ts": {
    signInAction: rule("everyone", ...signIn),
    secondFactorAction: audited(rule("everyone", ...code)),
    passkeySignInAction: rule("everyone", "signInAddress"),
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
    changeNameAction: rule("owner"),
    changeEmailAction: audited(rule("owner", "accountLink", "emailChange", ...mail, "reauthentication")),
    changePasswordAction: audited(rule("owner", "reauthentication")),
    sendPasswordLinkAction: rule("owner", "accountLink", ...mail),
    disconnectGoogleAction: audited(rule("owner", "reauthentication")),
    revokeSessionAction: audited(rule("owner")),
    signOutEverywhereAction: audited(rule("owner")),
    deleteAccountAction: audited(rule("owner", "reauthentication")),
  },
  "app/(account)/settings/sign-in-actions.ts": {
    beginPasskeyAction: rule("owner", "reauthentication"),
    addPasskeyAction: audited(rule("owner")),
    removePasskeyAction: audited(rule("owner", "reauthentication")),
    beginSecondFactorAction: rule("owner", "reauthentication"),
    turnOnSecondFactorAction: audited(rule("owner", ...code)),
    turnOffSecondFactorAction: audited(rule("owner", ...code, "reauthentication")),
    replaceRecoveryCodesAction: audited(rule("owner", ...code, "reauthentication")),
  },
  "app/(account)/settings/confirm-email/actions.ts": {
    confirmEmailAction: audited(rule("owner", "accountLink")),
  },
  "app/(account)/tickets/actions.ts": {
    replyAction: rule("customer", "replyToTicket"),
    closeAction: rule("customer"),
  },
  "app/(purchase)/order/[token]/actions.ts": {
    payAgainAction: rule("linkHolder", "createOrder"),
    requestAction: rule("linkHolder", "orderRequest"),
    fixTargetAction: rule("linkHolder", "profileLookup"),
    saveReviewAction: rule("linkHolder", "review"),
    removeReviewAction: rule("linkHolder", "review"),
  },
  "app/(storefront)/contact/actions.ts": {
    openTicketAction: rule("everyone", ...mail, "openTicket", "ticketsOfAccount"),
  },
  "app/(storefront)/track/actions.ts": {
    trackAction: rule("everyone", ...mail, "tracking"),
  },
  "app/admin-auth/actions.ts": {
    adminSignInAction: rule("everyone", ...signIn),
    openAdminAction: audited(rule("adminByPassword", ...code)),
    finishSetUpAction: audited(rule("adminByPassword", ...code)),
  },
  "app/admin/audit/actions.ts": {
    checkAuditAction: rule("admin"),
  },
  "app/admin/blocks/actions.ts": { addBlockAction: admin, removeBlockAction: admin },
  "app/admin/catalog/actions.ts": {
    updatePackageAction: freshAdmin,
    createPackageAction: freshAdmin,
    updateAddOnAction: freshAdmin,
    createAddOnAction: freshAdmin,
    reorderEntriesAction: freshAdmin,
    updateServiceAction: freshAdmin,
  },
  "app/admin/customers/actions.ts": {
    grantRoleAction: freshAdmin,
    revokeRoleAction: freshAdmin,
    signOutCustomerAction: admin,
    resendVerificationAction: audited(rule("admin", ...mail)),
    anonymizeCustomerAction: freshAdmin,
    removeSecondFactorAction: freshAdmin,
  },
  "app/admin/fulfillment/actions.ts": {
    attachProviderOrderAction: admin,
    resubmitItemAction: freshAdmin,
    cancelItemAction: admin,
    cancelAtSupplierAction: admin,
    startManuallyAction: admin,
    completeManuallyAction: admin,
    requestRefillAction: admin,
    decideRefillAction: admin,
  },
  "app/admin/going-live/actions.ts": { sendTestMailAction: admin, confirmTestMailAction: admin },
  "app/admin/operations/actions.ts": {
    retryJobAction: admin,
    resendMailAction: admin,
    closeAlertAction: admin,
  },
  "app/admin/orders/[id]/actions.ts": {
    refundOrderAction: freshAdmin,
    releaseRefundAction: freshAdmin,
    retryRefundAction: freshAdmin,
    dropRefundAction: admin,
    blockOrderAction: admin,
    unblockOrderAction: admin,
    clearFlagAction: admin,
  },
  "app/admin/reviews/actions.ts": { hideReviewAction: admin, showReviewAction: admin },
  "app/admin/settings/actions.ts": {
    saveClaimsAction: admin,
    saveTextsAction: admin,
    saveAccentsAction: admin,
    saveAddressesAction: freshAdmin,
    saveRefundLimitsAction: freshAdmin,
    saveDeliveryAction: freshAdmin,
  },
  "app/admin/suppliers/actions.ts": {
    addSupplierAction: freshAdmin,
    updateSupplierAction: freshAdmin,
    pauseSupplierAction: admin,
    testConnectionAction: admin,
    refreshBalancesAction: admin,
    importServicesAction: admin,
    mapServiceAction: freshAdmin,
    unmapServiceAction: freshAdmin,
    reorderMappingsAction: freshAdmin,
  },
  "app/admin/tickets/actions.ts": {
    answerTicketAction: admin,
    setTicketStatusAction: admin,
  },
};

/** The jobs that write to the audit log. Every job is a worker's, and only the shop's code adds jobs to the queue. */
export const auditedJobs = ["handle-stripe-event", "recheck-quarantine", "reconcile-events"];
