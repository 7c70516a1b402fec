-- The mails of one address, for its owner's export and when the account is deleted.
CREATE INDEX "email_log_of_recipient" ON "email_log"("recipient");
