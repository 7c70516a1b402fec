import { z } from "zod";
import { AdminInvitedMail } from "@/emails/admin-invited";
import { defineMail } from "@/lib/mail/queue/mail";
import { staffRoleDetails, staffRoleLabels, staffRoles } from "@/lib/people/auth/roles";
import { byToken, linkTo, sampleLinkTo } from "./mailed-link";

/** For how many days an invitation can be accepted. */
export const invitationDays = 3;

const link = linkTo("/admin-auth/join");
const sampleLink = sampleLinkTo("/admin-auth/join");

/** To someone whom an owner has invited. */
export const adminInvitedMail = defineMail({
  kind: "admin-invited",
  sentDespite: "bounces",
  props: byToken.extend({ role: z.enum(staffRoles), invitedBy: z.string() }),
  facts: (context, props) => ({
    ...link(context, props),
    invitedBy: props.invitedBy,
    days: invitationDays,
    role: staffRoleLabels[props.role],
    roleDetail: staffRoleDetails[props.role],
  }),
  subject: ({ shop }) => `You are invited to run ${shop.name} with us`,
  template: AdminInvitedMail,
  sample: (shop) => ({
    ...sampleLink(shop),
    invitedBy: "harbor@admin.example",
    days: invitationDays,
    role: staffRoleLabels.support,
    roleDetail: staffRoleDetails.support,
  }),
});
