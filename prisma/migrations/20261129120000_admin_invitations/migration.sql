-- Administrators are invited by address and role.
CREATE TABLE "admin_invitations" (
  "id" UUID NOT NULL,
  "email" TEXT NOT NULL,
  "role" TEXT NOT NULL CHECK (role IN ('owner', 'finance', 'support', 'catalogue', 'read_only')),
  "token_hash" TEXT NOT NULL,
  "invited_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "accepted_at" TIMESTAMPTZ(3),
  "withdrawn_at" TIMESTAMPTZ(3),

  CONSTRAINT "admin_invitations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "admin_invitations_token_hash_key" ON "admin_invitations"("token_hash");
-- Inviting an address again replaces its open invitation.
CREATE UNIQUE INDEX "admin_invitations_one_open" ON "admin_invitations"("email")
  WHERE "accepted_at" IS NULL AND "withdrawn_at" IS NULL;
