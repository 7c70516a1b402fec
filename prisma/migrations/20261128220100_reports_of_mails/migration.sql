-- What became of a mail after the provider took it. The order of the values matters: a later one replaces an earlier one.
CREATE TYPE "mail_report" AS ENUM ('delivered', 'failed', 'soft_bounced', 'bounced', 'suppressed', 'complained');
ALTER TABLE "email_log" ADD COLUMN "report" "mail_report", ADD COLUMN "reported_at" TIMESTAMPTZ(3);
